import { expect, test } from 'vitest'
import { endReasonText, subtitleOf } from './receipt-text.ts'

test.each(Object.entries(endReasonText.broadcaster))(
  'shows nothing of the caller’s points in the broadcaster’s receipt: %s',
  (_, text) => {
    expect(text).not.toContain('ポイント')
  },
)

test('a visit of a live room has no dialler, and a live call is named by its room', () => {
  const receipt = { kind: 'video', dialled: true } as const
  expect(subtitleOf({ ...receipt, origin: 'sideWatch' })).toBe('配信の視聴')
  expect(subtitleOf({ ...receipt, origin: 'live' })).toBe('ビデオチャット・あなたから発信')
  expect(subtitleOf({ ...receipt, origin: 'standby', dialled: false })).toBe('ビデオ通話・お相手から着信')
})
