import { expect, test } from 'vitest'
import { videoSecMax } from '#contract/videos/videos.ts'
import {
  problemOfError,
  problemOfFacts,
  problemOfResult,
  secondsMax,
  segmentMsOf,
  type VideoFacts,
  versionFrameRate,
  versionSize,
} from './video-rules.ts'

const phone: VideoFacts = {
  ...{
    videoTracks: 1,
    audioTracks: 1,
    tracks: 4,
    width: 1080,
    height: 1920,
    frameRate: 60,
    durationSec: 300.2,
  },
}

test('a video is as long as the contract says', () => {
  expect(secondsMax).toBe(videoSecMax)
})

test('a video of a phone may be decoded, upright or not', () => {
  expect(problemOfFacts(phone)).toBeNull()
  expect(problemOfFacts({ ...phone, width: 3840, height: 2160 })).toBeNull()
})

test.each([
  [{ videoTracks: 0 }, 'unreadable'],
  [{ width: 0 }, 'unreadable'],
  [{ durationSec: Number.NaN }, 'unreadable'],
  [{ durationSec: Number.POSITIVE_INFINITY }, 'unreadable'],
  [{ durationSec: 0 }, 'unreadable'],
  [{ videoTracks: 2 }, 'tooManyTracks'],
  [{ tracks: 100 }, 'tooManyTracks'],
  [{ audioTracks: 5 }, 'tooManyTracks'],
  [{ width: 2300, height: 2300 }, 'tooManyPixels'],
  [{ width: 16_384, height: 16 }, 'tooManyPixels'],
  [{ durationSec: 301 }, 'tooLong'],
] as const)('refuses %o as %s', (facts, problem) => {
  expect(problemOfFacts({ ...phone, ...facts })).toBe(problem)
})

test('a file that shows much less than it promised was cut off', () => {
  expect(problemOfResult(60, 30)).toBe('cutOff')
  expect(problemOfResult(60, 59)).toBeNull()
  expect(problemOfResult(1, 0.6)).toBeNull()
})

test('versions keep the shape, have even sides, and enlarge nothing', () => {
  expect(versionSize({ width: 1080, height: 1920 }, 720)).toEqual({ width: 720, height: 1280 })
  expect(versionSize({ width: 1921, height: 1081 }, 720)).toEqual({ width: 1280, height: 720 })
  expect(versionSize({ width: 321, height: 181 }, 360)).toEqual({ width: 322, height: 182 })
  expect(versionSize({ width: 3840, height: 2 }, 360)).toEqual({ width: 3840, height: 2 })
})

test('pictures a second have a bound', () => {
  expect([versionFrameRate(10_000), versionFrameRate(24.9), versionFrameRate(0)]).toEqual([30, 25, 30])
})

test('ten seconds of a short video have 40 segments, and no video has more than the 256 bits of a hash', () => {
  expect([segmentMsOf(1), segmentMsOf(31.9), segmentMsOf(32)]).toEqual([250, 250, 500])
  const counts = Array.from({ length: secondsMax }, (_, at) => ((at + 1) * 1_000) / segmentMsOf(at + 1))
  expect(Math.max(...counts)).toBeLessThanOrEqual(256)
})

test.each([
  [new Error('no moov'), 'unreadable'],
  ['a string', 'unreadable'],
  [Object.assign(new Error('file too large'), { code: 'EFBIG' }), 'tooHeavy'],
  [Object.assign(new Error('no space left'), { code: 'ENOSPC' }), null],
])('an error is the fault of the video, or ours: %s', (error, problem) => {
  expect(problemOfError(error)).toBe(problem)
})
