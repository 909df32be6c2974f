import { describe, expect, it } from 'vitest'
import { decideFlag, decidePace, markSource, readBoardText, readBoardTitle } from './board.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const ago = (...seconds: number[]): number[] => seconds.map((each) => now - each * 1_000)

describe('the pace of one member', () => {
  it('lets a thread be opened ten minutes after the last one, five times a day', () => {
    expect(decidePace('thread', { threads: ago(599), posts: [] }, now)).toEqual({ refused: 'boardTooOften' })
    expect(decidePace('thread', { threads: ago(601), posts: ago(601) }, now)).toBeNull()
    const five = ago(4_000, 8_000, 12_000, 16_000, 20_000)
    expect(decidePace('thread', { threads: five, posts: [] }, now)).toEqual({ refused: 'boardTooOften' })
    expect(decidePace('thread', { threads: five.slice(1), posts: [] }, now)).toBeNull()
  })

  it('lets an answer follow ten seconds after the last post, whatever the threads', () => {
    expect(decidePace('answer', { threads: ago(5), posts: ago(9) }, now)).toEqual({
      refused: 'boardTooOften',
    })
    expect(decidePace('answer', { threads: ago(11), posts: ago(11) }, now)).toBeNull()
  })

  it('bounds the posts of an hour and the flags of a day', () => {
    const hour = Array.from({ length: 60 }, (_, index) => now - 20_000 - index * 50_000)
    expect(decidePace('answer', { threads: [], posts: hour }, now)).toEqual({ refused: 'boardTooOften' })
    expect(decidePace('answer', { threads: [], posts: hour.slice(1) }, now)).toBeNull()
    const day = Array.from({ length: 30 }, (_, index) => now - index * 1_000_000)
    expect(decideFlag(day, now)).toEqual({ refused: 'reportTooOften' })
    expect(decideFlag(day.slice(1), now)).toBeNull()
  })
})

describe('what is written', () => {
  it('keeps line breaks of a post and none of a title', () => {
    expect(readBoardText(' 一行目\r\n二行目 ')).toBe('一行目\n二行目')
    expect(readBoardTitle(' 夜に\n聴く　曲 ')).toBe('夜に 聴く 曲')
  })

  it('counts graphemes', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(readBoardTitle(family.repeat(40))).toBe(family.repeat(40))
    expect(readBoardTitle(family.repeat(41))).toEqual({ refused: 'boardTitleWrong' })
    expect(readBoardText('あ'.repeat(1_001))).toEqual({ refused: 'boardTextWrong' })
  })

  it('refuses what shows nothing, and characters that nobody types', () => {
    for (const text of ['', ' \n', '\u200b', '一\u0000二'])
      expect(readBoardText(text)).toEqual({ refused: 'boardTextWrong' })
  })
})

it('gives an author another mark in another thread and on another Japanese day', () => {
  const beforeMidnight = Date.parse('2026-11-23T14:59:59Z')
  const sources = [
    markSource('a', '1', beforeMidnight),
    markSource('a', '1', beforeMidnight + 1_000),
    markSource('b', '1', beforeMidnight),
    markSource('a', '2', beforeMidnight),
  ]
  expect(new Set(sources).size).toBe(4)
  expect(markSource('a', '1', beforeMidnight - 3_600_000)).toBe(sources[0])
})
