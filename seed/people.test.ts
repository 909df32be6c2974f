import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { broadcasters, callers, demoPassword, reviewers } from './people.ts'
import { bookmarks, reviews } from './reviews.ts'

const everyone = [...broadcasters, ...callers, ...reviewers]
const graphemes = (text: string) => [...new Intl.Segmenter('ja').segment(text)].length

test('ids and logins are unique, ids have eight digits', () => {
  expect(new Set(everyone.map((person) => person.id)).size).toBe(everyone.length)
  for (const person of everyone) expect(person.id).toMatch(/^\d{8}$/)
  const mails = [...broadcasters, ...callers].map((person) => person.mail)
  expect(new Set(mails).size).toBe(mails.length)
  expect(demoPassword.length).toBeGreaterThanOrEqual(12)
})

test('the home page has enough people, all of them adults with a picture', () => {
  expect(broadcasters.length).toBeGreaterThanOrEqual(28)
  expect(broadcasters.filter((person) => person.demoAnswers).length).toBeGreaterThanOrEqual(22)
  for (const person of everyone) expect(person.age).toBeGreaterThanOrEqual(20)
  for (const person of [...broadcasters, ...callers]) {
    expect(existsSync(new URL(`portraits/${person.portrait}`, import.meta.url)), person.portrait).toBe(true)
  }
})

test.each(broadcasters)('$name reads like a person', (person) => {
  expect(graphemes(person.bio)).toBeGreaterThanOrEqual(60)
  expect(graphemes(person.bio)).toBeLessThanOrEqual(160)
  expect(person.tags.length).toBeGreaterThanOrEqual(3)
  expect(person.tags.length).toBeLessThanOrEqual(5)
  expect(person.rateVideoPointsPerMin % 10).toBe(0)
  expect(person.rateVoicePointsPerMin % 10).toBe(0)
  expect(person.answerAfterMs).toBeGreaterThanOrEqual(2000)
  expect(person.answerAfterMs).toBeLessThanOrEqual(4000 + 100)
  for (const ranges of Object.values(person.schedule)) {
    for (const { from, to } of ranges) {
      expect(`${from} ${to}`).toMatch(/^[0-2]\d:[03]0 [0-2]\d:[03]0$/)
      expect(from < to).toBe(true)
    }
  }
})

test('reviews are long enough, newer than the account and one per pair', () => {
  expect(reviews.length).toBeGreaterThanOrEqual(120)
  const pairs = new Set(reviews.map((review) => `${review.broadcasterId} ${review.reviewerId}`))
  expect(pairs.size).toBe(reviews.length)
  const texts = reviews.map((review) => review.text).filter(Boolean)
  expect(new Set(texts).size).toBe(texts.length)
  const joined = new Map(broadcasters.map((person) => [person.id, person.joinedDaysAgo]))
  for (const review of reviews) {
    expect(review.text === '' || graphemes(review.text) >= 10, review.text).toBe(true)
    expect(review.durationSec).toBeGreaterThanOrEqual(60)
    expect(review.daysAgo).toBeLessThan(joined.get(review.broadcasterId) ?? 0)
  }
})

test('favourites are real rows, one per pair', () => {
  expect(new Set(bookmarks.map((row) => `${row.broadcasterId} ${row.callerId}`)).size).toBe(bookmarks.length)
  const mio = broadcasters[0]
  expect(bookmarks.filter((row) => row.broadcasterId === mio?.id)).toHaveLength(mio?.favouriteCount ?? -1)
})

test('every broadcaster has a clip, and all clips together are small enough for the repository', () => {
  const folder = new URL('clips/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.includes('.'))
  for (const { clip } of broadcasters)
    expect(names).toEqual(expect.arrayContaining([`${clip}.ivf`, `${clip}.opus`]))
  const bytes = names.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
  expect(bytes).toBeLessThan(8_000_000)
})

test('portraits are small, contain no script and load nothing', () => {
  const folder = new URL('portraits/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.svg'))
  expect(names.length).toBeGreaterThanOrEqual(34)
  for (const name of names) {
    const text = readFileSync(new URL(name, folder), 'utf8').replace('http://www.w3.org/2000/svg', '')
    expect(Buffer.byteLength(text), name).toBeLessThan(14_000)
    expect(text, name).not.toMatch(/<script|<foreignObject|<image|\bon\w+=|https?:|url\((?!#)|href="(?!#)/)
  }
})
