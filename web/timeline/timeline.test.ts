import { describe, expect, it } from 'vitest'
import type { TimelinePost } from '#contract/timeline/timeline.ts'
import { fieldOf, mentionQuery, textOf, withMention } from './composer/mention-text.ts'
import { postTime } from './post-time.ts'
import { newestOf } from './use-new-posts.ts'

const nowMs = Date.parse('2026-11-23T12:00:00Z')

it.each([
  ['2026-11-23T11:59:30Z', 'たった今'],
  ['2026-11-23T11:55:00Z', '5分前'],
  ['2026-11-23T09:00:00Z', '3時間前'],
  ['2026-11-22T12:05:00Z', '昨日 21:05'],
])('a post of %s was written %s', (at, text) => {
  expect(postTime(at, nowMs)).toBe(text)
})

it('new posts are counted after the newest of somebody else', () => {
  const post = (seq: string, isOwn = false) => ({ seq, isOwn }) as TimelinePost
  expect(newestOf([post('1000', true), post('99'), post('100')])).toBe('100')
  expect(newestOf([])).toBe('0')
})

describe('a mention in a field', () => {
  it('is looked for after an @ before the caret', () => {
    expect(mentionQuery('こんばんは @み', 8)).toBe('み')
    expect(mentionQuery('@', 1)).toBe('')
    expect(mentionQuery('a@b', 3)).toBeNull()
    expect(mentionQuery('@みお さん', 6)).toBeNull()
  })
  it('is written as a name and sent as an id, the longer name first', () => {
    const people = [
      { id: '1', name: 'みお' },
      { id: '2', name: 'みおん' },
    ]
    expect(withMention('ね @み！', 4, 'みお')).toEqual({ text: 'ね @みお ！', caret: 6 })
    expect(textOf('@みおん と @みお', people)).toBe('<@2> と <@1>')
    expect(fieldOf('<@2> と <@9>', people)).toBe('@みおん と @')
  })
})
