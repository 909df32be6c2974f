import { expect, test } from 'vitest'
import type { EarningLine } from '#contract/points/earnings.ts'
import { lineTitle } from './earning-text.ts'
import { statementCsv } from './statement-csv.ts'

const line: EarningLine = {
  id: 2,
  callId: '3f0c9a52-8a0c-4a3c-9d5e-0c1f6f0b7e11',
  kind: 'video',
  purpose: 'call',
  earnedAt: '2026-11-20T15:05:00.000Z',
  connectedSec: 65,
  freePoints: 90,
  paidPoints: 130,
  earned: 88,
  state: 'pending',
  payableAt: null,
  waitsForPurchase: false,
}

test('lists the lines oldest first, in Japanese time, as a spreadsheet reads them', () => {
  const present = { ...line, id: 1, callId: null, kind: null, purpose: 'present', connectedSec: null }
  expect(statementCsv([line, { ...present, earnedAt: '2026-11-20T14:59:59.000Z' }]).split('\r\n')).toEqual([
    '\uFEFF日時,内容,明細番号,通話秒数,無料ポイント,有料ポイント,報酬,状態',
    '2026-11-20 23:59:59,プレゼント,,,90,130,88,保留中',
    '2026-11-21 00:05:00,ビデオ通話,3f0c9a52-8a0c-4a3c-9d5e-0c1f6f0b7e11,65,90,130,88,保留中',
    '',
  ])
})

test('names what was earned in a live room by what it was, although it was a video', () => {
  const visit = { ...line, purpose: 'sideWatch' }
  const comment = { ...line, callId: null, kind: null, purpose: 'liveComment', connectedSec: null }
  expect([visit, { ...line, purpose: 'liveCall' }, comment, line].map(lineTitle)).toEqual([
    '配信の視聴',
    'ビデオチャット',
    '配信のコメント',
    'ビデオ通話',
  ])
})
