import { describe, expect, test } from 'vitest'
import type { EndReason } from '#contract/calls/calls.ts'
import { decidePointBack, type EndedCall } from './point-back.ts'

/** 3 minutes by video, cut off on the broadcaster's side. */
const cutOff: EndedCall = {
  endReason: 'connectionLost',
  lostSide: 'broadcaster',
  points: 600,
  lastMinutePoints: 200,
  pointBacksToday: 0,
  platformPaidToday: { ofPair: 0, ofBroadcaster: 0 },
}

describe('what a broken call returns', () => {
  test('the last minute of a longer one, from the broadcaster’s share when the connection was lost on that side', () => {
    expect(decidePointBack(cutOff)).toEqual({
      points: 200,
      reason: 'connectionLost',
      paidByPlatform: false,
      isBeyondPlatformBound: false,
    })
  })

  test('everything of one that broke within its first 30 seconds', () => {
    expect(decidePointBack({ ...cutOff, points: 100 })?.points).toBe(100)
  })

  test('paid by the platform when the fault is ours', () => {
    expect(decidePointBack({ ...cutOff, lostSide: 'server' })?.paidByPlatform).toBe(true)
    expect(decidePointBack({ ...cutOff, endReason: 'serverRecovery', lostSide: null })).toEqual({
      points: 200,
      reason: 'serverRecovery',
      paidByPlatform: true,
      isBeyondPlatformBound: false,
    })
  })

  test.each([
    { ofPair: 1, ofBroadcaster: 1 },
    { ofPair: 0, ofBroadcaster: 3 },
  ])('from the broadcaster’s share once the platform has paid its daily bound: %o', (platformPaidToday) => {
    for (const end of [{ lostSide: 'server' as const }, { endReason: 'serverRecovery' as const }]) {
      const decided = decidePointBack({ ...cutOff, ...end, platformPaidToday })
      expect(decided).toMatchObject({ points: 200, paidByPlatform: false, isBeyondPlatformBound: true })
    }
    expect(decidePointBack({ ...cutOff, platformPaidToday })?.isBeyondPlatformBound).toBe(false)
  })

  test('paid by the platform for the second call of a broadcaster with another payer', () => {
    const platformPaidToday = { ofPair: 0, ofBroadcaster: 2 }
    expect(decidePointBack({ ...cutOff, lostSide: 'server', platformPaidToday })?.paidByPlatform).toBe(true)
  })

  test('nothing for a loss on the payer’s own side', () => {
    expect(decidePointBack({ ...cutOff, lostSide: 'caller' })).toBeNull()
  })

  test('nothing when nothing was charged', () => {
    expect(decidePointBack({ ...cutOff, points: 0 })).toBeNull()
  })

  test('twice a day, and no more', () => {
    expect(decidePointBack({ ...cutOff, pointBacksToday: 1 })).not.toBeNull()
    expect(decidePointBack({ ...cutOff, pointBacksToday: 2 })).toBeNull()
  })

  test.each<EndReason>(['byCaller', 'byBroadcaster', 'pointless', 'byOperator', 'declined', 'failed'])(
    'nothing for an ending by %s',
    (endReason) => {
      expect(decidePointBack({ ...cutOff, endReason, lostSide: null })).toBeNull()
    },
  )
})
