import { expect, it } from 'vitest'
import { isPublishedAt, messageDraftRefusal } from './message-page.ts'

it.each([
  ['before its time', { fromMs: 10, untilMs: null }, 9, false],
  ['from its first moment', { fromMs: 10, untilMs: null }, 10, true],
  ['until its last', { fromMs: 10, untilMs: 20 }, 19, true],
  ['not at its end', { fromMs: 10, untilMs: 20 }, 20, false],
])('a page is published: %s', (_, period, nowMs, isThere) => {
  expect(isPublishedAt(period, nowMs)).toBe(isThere)
})

it.each([
  ['a whole one', {}, null],
  ['one without an end', { untilMs: null }, null],
  ['one without a title', { title: ' ' }, 'messageTitleMissing'],
  ['one without a text', { markdown: '\n' }, 'messageTextEmpty'],
  ['one that ends before it begins', { untilMs: 10 }, 'messageTimesWrong'],
])('%s', (_, change, refused) => {
  const draft = { title: '秋', markdown: '夜長', fromMs: 10, untilMs: 20, ...change }
  expect(messageDraftRefusal(draft)).toEqual(refused === null ? null : { refused })
})
