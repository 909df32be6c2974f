// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFrame } from './call-frame.tsx'

vi.mock('#web/safety/safety-menu.tsx', () => ({ SafetyMenu: () => null }))

let place: HTMLElement
const isPlain = () => place.querySelector('[data-night-screen]')?.hasAttribute('data-plain')
const show = (isFirst: boolean) => {
  place = document.createElement('div')
  return act(async () => createRoot(place).render(<CallFrame name="みお" bottom={null} isFirst={isFirst} />))
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is plain for 300 ms on the first screen of a call', async () => {
  await show(true)
  await act(async () => vi.advanceTimersByTime(299))
  expect(isPlain()).toBe(true)
  await act(async () => vi.advanceTimersByTime(1))
  expect(isPlain()).toBe(false)
})

it('is decorated at once on every other screen', async () => {
  await show(false)
  expect(isPlain()).toBe(false)
})
