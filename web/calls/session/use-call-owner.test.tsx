// @vitest-environment happy-dom
import { act, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useRemoteElement } from '../in-call/remote-media.tsx'
import { type CallOwner, type HeldCall, heldCall } from './held-call.ts'
import { useCallOwner } from './use-call-owner.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.useFakeTimers()

const made: (CallOwner & { isDisposed: boolean })[] = []
const makeOwner = () => {
  const owner = {
    isDisposed: false,
    start: () => undefined,
    leavePage: () => undefined,
    dispose: () => undefined,
  }
  owner.dispose = () => void Object.assign(owner, { isDisposed: true })
  made.push(owner)
  return owner
}

const shown: { owner: CallOwner; element: HTMLVideoElement }[] = []

const Screen = ({ isRunning = true }: { isRunning?: boolean }) => {
  const element = useRemoteElement('outgoing live 1')
  const owner = useCallOwner('outgoing live 1', makeOwner, (left) =>
    isRunning ? ({ screenKey: 'outgoing live 1', owner: left, element } as unknown as HeldCall) : null,
  )
  if (owner) shown.push({ owner, element })
  return null
}

const root = createRoot(document.body.appendChild(document.createElement('div')))
/** A screen begins its call in a turn of its own. */
const show = async (screen: ReactNode) => {
  await act(async () => root.render(screen))
  await act(async () => vi.runAllTimers())
}
const shownLast = () => shown.at(-1)

afterEach(async () => {
  await show(null)
  heldCall.release()
  made.length = 0
  shown.length = 0
})

it('hands a running call over to the screen that takes its place in the same moment', async () => {
  await show(<Screen key="ring" />)
  const atRing = shownLast()
  await show(<Screen key="call" />)
  expect(shownLast()?.owner).toBe(atRing?.owner)
  expect(shownLast()?.element).toBe(atRing?.element)
  expect(made).toHaveLength(1)
  expect(made[0]?.isDisposed).toBe(false)
  expect(heldCall.store.get()).toBeNull()
})

it('holds a running call whose screen is left, until it is opened again', async () => {
  await show(<Screen />)
  const before = shownLast()
  await show(null)
  expect(heldCall.store.get()?.owner).toBe(before?.owner)
  await show(<Screen />)
  expect(shownLast()?.owner).toBe(before?.owner)
  expect(shownLast()?.element).toBe(before?.element)
  expect(heldCall.store.get()).toBeNull()
})

it('leaves one owner in use where React mounts twice', async () => {
  await show(
    <StrictMode>
      <Screen isRunning={false} />
    </StrictMode>,
  )
  const used = made.filter(({ isDisposed }) => !isDisposed)
  expect(used).toHaveLength(1)
  expect(shownLast()?.owner).toBe(used[0])
})

it('gives a call up that does not run yet, and begins another one', async () => {
  await show(<Screen key="one" isRunning={false} />)
  expect(made).toHaveLength(1)
  await show(<Screen key="other" isRunning={false} />)
  expect(made.map(({ isDisposed }) => isDisposed)).toEqual([true, false])
})
