// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryRouter, RouterProvider } from '#web/router/router.ts'
import { ConsentGate } from './consent-gate.tsx'

const { seen } = vi.hoisted(() => ({ seen: { due: [{}], call: null as object | null } }))

vi.mock('./queries.ts', () => ({ useDueConsents: () => seen.due }))
vi.mock('#web/session/my-call.ts', () => ({ useMyCall: () => seen.call }))
vi.mock('./consent-modal.tsx', () => ({ ConsentModal: () => <p>同意する</p> }))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  seen.due = [{}]
  seen.call = null
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const asksOn = async (pathname: string): Promise<boolean> => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const router = createMemoryRouter([{ path: '*', Component: ConsentGate }], { initialEntries: [pathname] })
  await act(async () => root.render(<RouterProvider router={router} />))
  const isAsked = place.textContent === '同意する'
  await act(async () => root.unmount())
  return isAsked
}

it('is shown while a consent is due, and not otherwise', async () => {
  expect(await asksOn('/')).toBe(true)
  seen.due = []
  expect(await asksOn('/')).toBe(false)
})

it('waits while the member is in a call, on every screen', async () => {
  seen.call = { callId: 'a', phase: 'inCall' }
  expect(await asksOn('/')).toBe(false)
  expect(await asksOn('/search')).toBe(false)
})

it('is not shown over a call, messages or the terms', async () => {
  for (const pathname of ['/outgoing/voice-call', '/chat/1', '/conversation/all', '/terms', '/quit'])
    expect(await asksOn(pathname)).toBe(false)
})
