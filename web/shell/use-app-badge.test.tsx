// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAppBadge } from './use-app-badge.ts'

const Badge = ({ count }: { count: number }) => {
  useAppBadge(count)
  return null
}

const shown = async (counts: readonly number[]) => {
  const root = createRoot(document.createElement('div'))
  for (const count of counts) await act(async () => root.render(<Badge count={count} />))
}

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => vi.unstubAllGlobals())

it('shows each new number once, and takes it away at none', async () => {
  const setAppBadge = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { setAppBadge })
  await shown([2, 2, 0])
  expect(setAppBadge.mock.calls).toEqual([[2], [0]])
})

it('goes without where the browser has no badges or refuses them', async () => {
  vi.stubGlobal('navigator', {})
  await shown([1])
  vi.stubGlobal('navigator', { setAppBadge: () => Promise.reject(new Error('not installed')) })
  await shown([1])
})
