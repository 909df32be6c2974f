import { expect, test } from 'vitest'
import { findQuestions } from './find-questions.ts'
import { helpTopics } from './help-topics.ts'

const idsFor = (typed: string) =>
  findQuestions(helpTopics, typed).flatMap(({ questions }) => questions.map(({ id }) => id))

test('lists every question while nothing is typed', () => {
  expect(findQuestions(helpTopics, '　')).toEqual(helpTopics)
})

test('questions are found by their words, by other words for them, and by all of several', () => {
  expect(idsFor('つながりません')).toContain('no-connection')
  expect(idsFor('いくら')).toEqual(['meter'])
  expect(idsFor('ｌｉｎｅ')).toEqual(['contact-exchange'])
  expect(idsFor('年齢 検索')).toEqual(['hide-age'])
  expect(idsFor('ありえない言葉')).toEqual([])
})

test('gives every question an id of its own', () => {
  const ids = idsFor('')
  expect(new Set(ids).size).toBe(ids.length)
})
