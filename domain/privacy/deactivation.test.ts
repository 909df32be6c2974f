import { describe, expect, it } from 'vitest'
import { cancelUntilMs, isQuitFinal, quitDecision, readQuitComment } from './deactivation.ts'

const free = {
  isInCall: false,
  isPaying: false,
  hasOpenPayout: false,
  earningsLeft: 0,
  leavesEarnings: false,
}

describe('deactivation', () => {
  it('is possible for every member with nothing in progress', () => {
    expect(quitDecision(free)).toBeNull()
  })

  it.each([
    [{ isInCall: true, isPaying: true }, 'quitInCall'],
    [{ isPaying: true, hasOpenPayout: true }, 'quitOrderOpen'],
    [{ hasOpenPayout: true, earningsLeft: 1 }, 'quitPayoutOpen'],
    [{ earningsLeft: 1 }, 'quitEarningsLeft'],
    // What is in progress can't be skipped by confirming the loss of earnings.
    [{ hasOpenPayout: true, earningsLeft: 1, leavesEarnings: true }, 'quitPayoutOpen'],
  ])('waits for what is in progress: %j', (facts, code) => {
    expect(quitDecision({ ...free, ...facts })).toEqual({ refused: code })
  })

  it('leaves earnings behind only on explicit confirmation', () => {
    expect(quitDecision({ ...free, earningsLeft: 1, leavesEarnings: true })).toBeNull()
  })

  it('can be undone for 30 days, to the millisecond', () => {
    const day = 24 * 3_600_000
    expect(isQuitFinal(0, 30 * day - 1)).toBe(false)
    expect(isQuitFinal(0, 30 * day)).toBe(true)
    expect(cancelUntilMs(5)).toBe(5 + 30 * day)
  })

  it('stores up to 500 characters of a comment, counted as people count', () => {
    expect(readQuitComment(undefined)).toBeNull()
    expect(readQuitComment('  ')).toBeNull()
    expect(readQuitComment(' またいつか ')).toBe('またいつか')
    expect(readQuitComment('👩‍👩‍👧‍👦'.repeat(500))).toBe('👩‍👩‍👧‍👦'.repeat(500))
    expect(readQuitComment('ま\0た')).toEqual({ refused: 'badInput' })
    expect(readQuitComment('あ'.repeat(501))).toEqual({ refused: 'quitCommentTooLong' })
  })
})
