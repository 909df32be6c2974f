import { expect, test } from 'vitest'
import { changesText, draftOf, lookText, roomStateText, settingsOf } from './room-words.ts'

const settings = {
  ...{ dailyLimitMin: 360, freeLookSec: 10 },
  ...{ watch: { min: 50, max: 1_000 }, call: { min: 60, max: 900 } },
}

test('a room without a picture is not on air, whatever else goes on in it', () => {
  expect(roomStateText({ isOnAir: true, isInLiveCall: false })).toBe('配信中')
  expect(roomStateText({ isOnAir: true, isInLiveCall: true })).toBe('通話中')
  expect(roomStateText({ isOnAir: false, isInLiveCall: true })).toBe('映像を待っています')
})

test('a look that has ended says how to look again, and one that plays says nothing', () => {
  expect(lookText('flowing')).toBeNull()
  expect(lookText('refused')).toContain('もう一度')
})

test('the confirmation names what changes, and nothing else', () => {
  expect(settingsOf(draftOf(settings))).toEqual(settings)
  expect(changesText(settings, settings)).toEqual([])
  expect(changesText(settings, { ...settings, dailyLimitMin: 90, freeLookSec: 0 })).toEqual([
    '1日に配信できる時間：6時間 → 90分',
    'お試し視聴：10秒 → なし',
  ])
  expect(changesText(settings, { ...settings, call: { min: 60, max: 500 } })).toEqual([
    'ビデオチャットの料金：1分60pt〜900pt → 1分60pt〜500pt',
  ])
})
