import { expect, test } from 'vitest'
import { readRange } from './range.ts'

test.each([
  ['bytes=0-1', { first: 0, last: 1 }],
  ['bytes=0-', { first: 0, last: 999 }],
  ['bytes=990-2000', { first: 990, last: 999 }],
  ['bytes=-5', { first: 995, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['pages=1-2', null],
  [undefined, null],
] as const)('of 1,000 bytes %s is %o', (header, range) => {
  expect(readRange(header, 1_000)).toEqual(range)
})
