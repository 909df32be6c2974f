import { describe, expect, test } from 'vitest'
import type { EndReason } from '../../contract/calls.ts'
import { decidePointBack, type EndedCall } from './point-back.ts'

/** 3 minutes by video, cut off on her side. */
const cutOff: EndedCall = {
  endReason: 'connectionLost',
  lostSide: 'broadcaster',
  points: 600,
  incrementPoints: 20,
  pointBacksToday: 0,
}

describe('what a broken call gives back', () => {
  test('the last minute of a longer one, at her expense when the connection was lost on her side', () => {
    expect(decidePointBack(cutOff)).toEqual({ points: 200, reason: 'connectionLost', paidByHouse: false })
  })

  test('everything of one that broke within its first 30 seconds', () => {
    expect(decidePointBack({ ...cutOff, points: 100 })?.points).toBe(100)
  })

  test('at our expense when the fault is ours', () => {
    expect(decidePointBack({ ...cutOff, lostSide: 'server' })?.paidByHouse).toBe(true)
    expect(decidePointBack({ ...cutOff, endReason: 'serverRecovery', lostSide: null })).toEqual({
      points: 200,
      reason: 'serverRecovery',
      paidByHouse: true,
    })
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
