import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SegmentLog, segmentsMax } from '#adapters/media/embedded/metering/segment-log.ts'
import { incrementMs, type MediaSegment, zeroReading } from '#adapters/media/port.ts'
import { incrementMs as chargedIncrementMs } from '#contract/points/points.ts'
import { pointsOfIncrements } from '#domain/points/tariff.ts'

const stepMs = 50
const tariff = { video: 20, voice: 14 }

/** What the broadcaster sends for a time, as the media server sees it. */
interface Play {
  ms: number
  picture: boolean
  sound: boolean
}

const on = (ms: number): Play => ({ ms, picture: true, sound: true })
const soundOnly = (ms: number): Play => ({ ms, picture: false, sound: true })
const nothing = (ms: number): Play => ({ ms, picture: false, sound: false })

/** A call of these parts: what is chargeable moves on while the broadcaster sends a picture or sound. */
const play = (parts: readonly Play[], log = new SegmentLog('video', zeroReading)) => {
  let now = 0
  let reachedMs = 0
  let pictureMs = 0
  for (const { ms, picture, sound } of parts) {
    for (let passed = 0; passed < ms; passed += stepMs) {
      log.see(now, picture)
      now += stepMs
      log.see(now, picture)
      if (picture) pictureMs += stepMs
      if (picture || sound) {
        reachedMs += stepMs
        log.move(reachedMs, { now, connectedMs: now })
      }
      log.look({ now, connectedMs: now })
    }
  }
  const increments = Math.ceil(reachedMs / incrementMs)
  return { log, segments: log.segments, increments, reachedMs, pictureMs }
}

const listed = (segments: readonly MediaSegment[]) =>
  segments.map(({ atMs, firstIncrement, carries }) => [atMs / 1_000, firstIncrement, carries])

const costOf = ({ segments, increments }: Pick<ReturnType<typeof play>, 'segments' | 'increments'>) =>
  pointsOfIncrements(segments, tariff, { upto: increments, otherwise: 1_000_000 })

const videoIncrements = ({ segments, increments }: ReturnType<typeof play>) =>
  pointsOfIncrements(segments, { video: 1, voice: 0 }, { upto: increments, otherwise: 1_000_000 })

test('increments are as long as those that are charged', () => {
  expect(incrementMs).toBe(chargedIncrementMs)
})

describe('a video call', () => {
  test('is one as long as the camera is on', () => {
    const call = play([on(60_000)])
    expect(listed(call.segments)).toEqual([[0.05, 0, 'video']])
    expect(costOf(call)).toBe(200)
  })

  test('stays one while the camera is off for less than 10 s', () => {
    expect(costOf(play([on(12_000), soundOnly(9_900), on(14_100)]))).toBe(120)
  })

  test('costs what a voice call costs from the next increment after that, and again video after a whole increment of it', () => {
    // The camera is off from 12 s to 40 s: 22 s is within the increment that ends at 24 s, and 46 s begins one at 48 s.
    const call = play([on(12_000), soundOnly(28_000), on(20_000)])
    expect(listed(call.segments)).toEqual([
      [0.05, 0, 'video'],
      [24.05, 4, 'voice'],
      [48.05, 8, 'video'],
    ])
    expect(costOf(call)).toBe(4 * 20 + 4 * 14 + 2 * 20)
  })

  test('that begins with the camera off costs what a voice call costs until the first picture', () => {
    const call = play([soundOnly(12_000), on(12_000)])
    expect(listed(call.segments)).toEqual([
      [0.05, 0, 'voice'],
      [12.05, 2, 'video'],
    ])
  })

  test('stands while neither picture nor sound is sent, and goes on within the increment that had begun', () => {
    const call = play([on(8_000), nothing(30_000), on(4_000)])
    expect(listed(call.segments)).toEqual([
      [0.05, 0, 'video'],
      [8, 2, 'nothing'],
      [38.05, 2, 'video'],
    ])
    expect(costOf(call)).toBe(40)
  })

  test('doesn’t stand for the pauses of a network', () => {
    expect(play([on(8_000), nothing(1_400), on(4_000)]).segments).toHaveLength(1)
  })

  test('is no other one because its connection was lost', () => {
    const { log } = play([on(6_000)])
    log.see(6_000, null)
    log.see(30_000, true)
    log.move(6_001, { now: 30_000, connectedMs: 30_000 })
    expect(log.segments.map(({ carries }) => carries)).toEqual(['video'])
  })
})

test('a call changes its kind from the next increment on, and back', () => {
  const log = new SegmentLog('voice', zeroReading)
  log.see(0, true)
  log.move(1, { now: 0, connectedMs: 0 })
  log.setKind('video')
  log.move(6_000, { now: 6_000, connectedMs: 6_000 })
  expect(log.decidedIncrements).toBe(1)
  log.move(6_001, { now: 6_001, connectedMs: 6_001 })
  log.setKind('voice')
  log.move(12_001, { now: 12_001, connectedMs: 12_001 })
  expect(log.segments.map(({ firstIncrement, carries }) => [firstIncrement, carries])).toEqual([
    [0, 'voice'],
    [1, 'video'],
    [2, 'voice'],
  ])
})

test('an increment keeps its price when its room is opened again', () => {
  const { segments, log } = play([on(9_000)])
  // The last report is older than the increment that has begun.
  const carried = { ...zeroReading, chargedMs: 5_000, segments, decidedIncrements: log.decidedIncrements }
  const again = new SegmentLog('voice', carried)
  again.move(11_000, { now: 0, connectedMs: 20_000 })
  expect(again.segments).toEqual(segments)
  again.move(12_001, { now: 1, connectedMs: 20_001 })
  expect(again.segments.at(-1)).toEqual({ atMs: 20_001, firstIncrement: 2, carries: 'voice' })
})

const part: fc.Arbitrary<Play> = fc.record({
  ms: fc.integer({ min: 1, max: 300 }).map((steps) => steps * stepMs),
  picture: fc.boolean(),
  sound: fc.boolean(),
})

test('whatever is switched on and off, video is charged for no longer than there was a picture, but for its grace', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 60 }), (parts) => {
      const call = play(parts)
      // 10 s at first, a sixth of the picture restored, and the increment that had begun when the grace ended.
      const graceMs = 10_000 + call.pictureMs / 6 + incrementMs
      expect(videoIncrements(call) * incrementMs).toBeLessThanOrEqual(call.pictureMs + graceMs + incrementMs)
      expect(costOf(call)).toBeGreaterThanOrEqual(call.increments * tariff.voice)
      expect(costOf(call)).toBeLessThanOrEqual(call.increments * tariff.video)
      for (const [index, segment] of call.segments.entries()) {
        const before = call.segments[index - 1]
        expect(segment.atMs).toBeGreaterThanOrEqual(before?.atMs ?? 0)
        expect(segment.firstIncrement).toBeGreaterThanOrEqual(before?.firstIncrement ?? 0)
        expect(segment.carries).not.toBe(before?.carries)
      }
    }),
  )
})

test.each([
  ['a camera that shows itself at each increment', [{ ...on(2_000) }, soundOnly(4_000)]],
  ['half of each second', [{ ...on(500) }, soundOnly(500)]],
])('%s is charged as video for less than it was on', (_, cycle) => {
  const call = play(Array.from({ length: 3_600 / 6 }, () => cycle).flat())
  expect(videoIncrements(call) * incrementMs).toBeLessThan(call.pictureMs)
})

test('a list without end is cut, and the rest of the call costs what a voice call costs', () => {
  const cycle = [on(14_000), soundOnly(26_000)]
  const call = play(Array.from({ length: segmentsMax }, () => cycle).flat())
  expect(call.segments).toHaveLength(segmentsMax)
  expect(call.segments.at(-1)?.carries).toBe('voice')
})
