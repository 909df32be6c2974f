import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTypingPause, typingPauseMs } from './typing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const start = () => {
  const searches: [string, boolean][] = []
  let shown = ''
  const typing = createTypingPause((text, continues) => {
    if (text === shown) return false
    shown = text
    searches.push([text, continues])
    return true
  })
  return { typing, searches }
}

test('searches after a pause, with one history entry for one typing', () => {
  const { typing, searches } = start()
  for (const text of ['m', 'mi', 'mio']) typing.type(text)
  vi.advanceTimersByTime(typingPauseMs - 1)
  expect(searches).toEqual([])
  vi.advanceTimersByTime(1)
  typing.type('mio ')
  vi.advanceTimersByTime(typingPauseMs)
  typing.settle('mio n')
  typing.type('neko')
  vi.advanceTimersByTime(typingPauseMs)
  expect(searches).toEqual([
    ['mio', false],
    ['mio ', true],
    ['mio n', true],
    ['neko', false],
  ])
})

test('does not search for text that the input method has not finished', () => {
  const { typing, searches } = start()
  typing.type('ｍ')
  typing.startComposing()
  typing.type('み')
  typing.type('みお')
  vi.advanceTimersByTime(10 * typingPauseMs)
  expect(searches).toEqual([])
  typing.endComposing('澪')
  vi.advanceTimersByTime(typingPauseMs)
  expect(searches).toEqual([['澪', false]])
})

test('Enter searches at once and only once; nothing new begins no typing', () => {
  const { typing, searches } = start()
  typing.settle('')
  typing.type('澪')
  typing.settle('澪')
  vi.advanceTimersByTime(typingPauseMs)
  expect(searches).toEqual([['澪', false]])
  typing.type('澪標')
  typing.stop()
  vi.advanceTimersByTime(typingPauseMs)
  expect(searches).toHaveLength(1)
})
