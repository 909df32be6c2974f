import { expect, it } from 'vitest'
import { thinBytesPerMinute } from './thin-media.ts'

it.each([
  ['a video call of 1 Mbit/s', 'video', 180_000, 22_500_000, null],
  ['a video call at the lowest bitrate of a picture', 'video', 60_000, 750_000, null],
  ['a video call of 182 bytes in 12 s', 'video', 12_000, 182, null],
  ['a video call of some bytes for three minutes', 'video', 180_000, 9_000, 3_000],
  ['a voice call at the lowest bitrate of opus', 'voice', 120_000, 90_000, null],
  ['a voice call with a muted microphone', 'voice', 120_000, 18_000, 9_000],
] as const)('%s', (_, kind, chargedMs, mediaBytes, expected) => {
  expect(thinBytesPerMinute(kind, { chargedMs, mediaBytes })).toBe(expected)
})
