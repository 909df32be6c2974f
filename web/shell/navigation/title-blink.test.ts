import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTitleBlink, titleBlinkMs } from './title-blink.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const titlesOver = (page: { title: string }, seconds: number): string[] =>
  Array.from({ length: seconds }, () => {
    const { title } = page
    vi.advanceTimersByTime(1_000)
    return title
  })

test('the title changes once a second, and the page has its own back afterwards', () => {
  const page = { title: 'マイページ' }
  const stop = startTitleBlink('着信中', page, false)
  expect(titlesOver(page, 4)).toEqual(['着信中', 'マイページ', '着信中', 'マイページ'])
  stop()
  expect(page.title).toBe('マイページ')
  expect(titlesOver(page, 3)).toEqual(['マイページ', 'マイページ', 'マイページ'])
})

test('changes at most once a second', () => {
  expect(titleBlinkMs).toBeGreaterThanOrEqual(1_000)
})

test('stays still under reduced motion', () => {
  const page = { title: 'マイページ' }
  const stop = startTitleBlink('着信中', page, true)
  expect(titlesOver(page, 3)).toEqual(['着信中', '着信中', '着信中'])
  stop()
  expect(page.title).toBe('マイページ')
})

test.each([0, 1])('restores a title that the page sets in between (%i s later)', (seconds) => {
  const page = { title: 'マイページ' }
  const stop = startTitleBlink('着信中', page, false)
  titlesOver(page, seconds)
  page.title = 'ビデオ通話'
  titlesOver(page, 2)
  stop()
  expect(page.title).toBe('ビデオ通話')
})
