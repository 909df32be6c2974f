import { expect, it } from 'vitest'
import { restAfterTryMs } from './retry.ts'

it('pauses ever longer, up to a quarter of an hour', () => {
  expect([1, 2, 3, 4, 5, 100].map(restAfterTryMs)).toEqual([
    10_000, 60_000, 300_000, 900_000, 900_000, 900_000,
  ])
})
