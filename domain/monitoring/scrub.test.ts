import { expect, test } from 'vitest'
import { isUnreported, scrubbed, scrubbedText } from './scrub.ts'

test.each([
  ['https://koyoi.example/chat/12345678', 'https://koyoi.example/chat/-'],
  ['https://koyoi.example/reset-password#abcdefg', 'https://koyoi.example/reset-password'],
  ['https://koyoi.example/search?q=みお', 'https://koyoi.example/search'],
  [
    'GET https://koyoi.example/api/img/api=get-img&id=4858&uid=7 failed',
    'GET https://koyoi.example/api/img/- failed',
  ],
  ['https://koyoi.example/assets/index-a1B2c3.js', 'https://koyoi.example/assets/index-a1B2c3.js'],
  ['https://koyoi.example', 'https://koyoi.example'],
  ['/profile/unbroadcaster/87654321?x=1', '/profile/unbroadcaster/-'],
  ['/search', '/search'],
  [
    "Cannot read properties of undefined (reading 'id')",
    "Cannot read properties of undefined (reading 'id')",
  ],
])('%s', (text, expected) => {
  expect(scrubbedText(text)).toBe(expected)
})

test('scrubs everything in a report, however deep', () => {
  const report = {
    request: { url: 'https://koyoi.example/chat/12345678#x' },
    breadcrumbs: [{ data: { from: '/chat/12345678', to: '/profile/unbroadcaster/7', status_code: 500 } }],
    timestamp: 1.5,
    none: null,
  }
  expect(scrubbed(report)).toEqual({
    request: { url: 'https://koyoi.example/chat/-' },
    breadcrumbs: [{ data: { from: '/chat/-', to: '/profile/unbroadcaster/-', status_code: 500 } }],
    timestamp: 1.5,
    none: null,
  })
})

test('drops requests whose address contains /pc', () => {
  expect(isUnreported('https://koyoi.example/profile/channel/pc/1')).toBe(true)
  expect(isUnreported('https://koyoi.example/profile/channel/1')).toBe(false)
  expect(isUnreported(undefined)).toBe(false)
})

test('cuts off a report that nests without end', () => {
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))
  expect(JSON.stringify(scrubbed(deep))).toHaveLength(2 * 30 + 'null'.length)
})
