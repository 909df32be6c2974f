import { describe, expect, it } from 'vitest'
import { afterFailure, type FailureCount, type SignInLimit, signInLimits } from './limits.ts'

const minuteMs = 60_000

/** Fails at the given minutes; returns until which minute each failure blocks. */
const failAt = (limit: SignInLimit, minutes: readonly number[]): (number | null)[] => {
  let count: FailureCount | null = null
  return minutes.map((minute) => {
    count = afterFailure(limit, count, minute * minuteMs)
    return count.blockedUntilMs === null ? null : count.blockedUntilMs / minuteMs
  })
}

describe('sign-in limits', () => {
  it('blocks for a minute at the fifth failure', () => {
    expect(failAt(signInLimits.account, [0, 0, 0, 0, 0])).toEqual([null, null, null, null, 1])
    expect(failAt(signInLimits.address, [0, 0, 0, 0, 0])).toEqual([null, null, null, null, 1])
  })

  it('blocks an account again at every further failure, until an hour without one', () => {
    expect(failAt(signInLimits.account, [0, 0, 0, 0, 0, 1, 2, 61, 121])).toEqual([
      ...[null, null, null, null, 1],
      ...[2, 3, 62, null],
    ])
  })

  it.each(['account', 'everywhere'] as const)('allows fewer than 100 guesses an hour: %s', (kind) => {
    let count: FailureCount | null = null
    let tries = 0
    for (let atMs = 0; atMs < 60 * minuteMs; atMs += 1_000) {
      if (count?.blockedUntilMs && count.blockedUntilMs > atMs) continue
      count = afterFailure(signInLimits[kind], count, atMs)
      tries += 1
    }
    expect(tries).toBeLessThan(100)
  })

  it('starts a network from zero after its block', () => {
    expect(failAt(signInLimits.address, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])).toEqual([
      ...[null, null, null, null, 1],
      ...[null, null, null, null, 2],
    ])
  })

  it('clears the failures of a network after five minutes without one', () => {
    expect(failAt(signInLimits.address, [0, 0, 0, 0, 5, 5])).toEqual([null, null, null, null, null, null])
  })
})
