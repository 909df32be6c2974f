// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { usePreloadedScreen } from './use-preloaded-screen.ts'

const loaded = vi.hoisted(() => [] as string[])
vi.mock('./incoming-screen.tsx', () => {
  loaded.push('incoming')
  return {}
})
vi.mock('./outgoing-screen.tsx', () => {
  loaded.push('outgoing')
  return {}
})
afterEach(() => void vi.unstubAllGlobals())

const Page = ({ isWanted }: { isWanted: boolean }) => {
  usePreloadedScreen('incoming', isWanted)
  return null
}

it('loads the screen that is wanted, once the page is idle', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const whenIdle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (idle: () => void) => whenIdle.push(idle))
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Page isWanted={false} />))
  expect(whenIdle).toEqual([])
  await act(async () => root.render(<Page isWanted />))
  expect(loaded).toEqual([])
  for (const idle of whenIdle) idle()
  await vi.waitFor(() => expect(loaded).toEqual(['incoming']))
  await act(async () => root.unmount())
})
