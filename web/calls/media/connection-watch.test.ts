import { describe, expect, it } from 'vitest'
import { createLineWatch, type LineSample, lineSampleOf, sampleEveryMs } from './connection-watch.ts'

/** Takes samples every half second; `seconds` of what `change` does to the counters. */
const timeline = (quietMsMax?: number, media: number | null = 5_000) => {
  const watch = createLineWatch(quietMsMax)
  let now = 1_000
  const sample = { heard: 100, media }
  const verdicts = (seconds: number, change: (sample: LineSample) => Partial<LineSample>) =>
    Array.from({ length: (seconds * 1000) / sampleEveryMs }, () => {
      now += sampleEveryMs
      Object.assign(sample, change(sample))
      return watch.take({ ...sample }, now)
    })
  return {
    watch,
    flowing: (seconds: number) =>
      verdicts(seconds, ({ heard, media }) => ({ heard: heard + 25, media: (media ?? 0) + 9_000 })),
    /** The line is well, and the partner sends nothing. */
    silent: (seconds: number) => verdicts(seconds, ({ heard }) => ({ heard: heard + 1 })),
    dead: (seconds: number) => verdicts(seconds, () => ({})),
    hint: () => watch.hint(now),
    sleep: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

describe('what still arrives on a line', () => {
  it('is alive as long as media comes', () => {
    expect(new Set(timeline().flowing(60))).toEqual(new Set(['alive']))
  })

  it('is quiet after 2 s without media, and not before', () => {
    const line = timeline()
    line.flowing(3)
    expect(line.silent(3)).toEqual(['alive', 'alive', 'alive', 'quiet', 'quiet', 'quiet'])
  })

  it('is alive again once media has come for a second', () => {
    const line = timeline()
    line.flowing(3)
    line.silent(4)
    expect(line.flowing(2)).toEqual(['quiet', 'alive', 'alive', 'alive'])
  })

  it('doesn’t flicker while the partner’s line stutters', () => {
    const line = timeline()
    line.flowing(3)
    line.silent(3)
    const stutter = [1, 2, 3].flatMap(() => [...line.flowing(0.5), ...line.silent(2.5)])
    expect(stutter.slice(0, -1).filter((verdict) => verdict === 'alive').length).toBeLessThan(
      stutter.length / 2,
    )
  })

  it('is dead after 3.5 s without anything, and says so again only when it lasts', () => {
    const line = timeline()
    line.flowing(3)
    const verdicts = line.dead(7.5)
    expect(verdicts.indexOf('dead')).toBe(6)
    expect(verdicts.filter((verdict) => verdict === 'dead')).toHaveLength(2)
  })

  it('is not alive again before something has come, on a line that only sends as well', () => {
    const line = timeline(undefined, null)
    line.silent(3)
    expect(line.dead(6.5).slice(6)).not.toContain('alive')
    expect(line.silent(1)).toEqual(['alive', 'alive'])
  })

  it('is dead sooner after a hint that the network changed', () => {
    const line = timeline()
    line.flowing(3)
    line.hint()
    expect(line.dead(3).indexOf('dead')).toBe(3)
  })

  it('is stuck when the line is well and nothing comes for 8 s', () => {
    const line = timeline()
    line.flowing(3)
    expect(line.silent(20).filter((verdict) => verdict === 'stuck')).toHaveLength(2)
  })

  it('misses nothing that never came: a partner who sends nothing is not quiet', () => {
    expect(new Set(timeline(undefined, null).silent(20))).toEqual(new Set(['alive']))
  })

  it('says no longer than it is told to that a partner is quiet', () => {
    const line = timeline(12_000)
    line.flowing(3)
    expect(line.silent(14).at(-1)).toBe('alive')
    expect(new Set(line.flowing(3))).toEqual(new Set(['alive']))
  })

  it('doesn’t take its own sleep for silence', () => {
    const line = timeline()
    line.flowing(3)
    line.sleep(60)
    expect(line.dead(1)).toEqual(['alive', 'alive'])
  })

  it('begins anew with another connection', () => {
    const line = timeline()
    line.flowing(3)
    line.dead(3)
    line.watch.reset()
    expect(line.dead(3)).not.toContain('dead')
  })
})

describe('a sample of a line', () => {
  const pair = {
    type: 'candidate-pair',
    id: 'now',
    packetsReceived: 40,
    bytesReceived: 900,
    responsesReceived: 3,
  }
  it('counts what came over the pair in use, and the media', () => {
    const stats = [
      { type: 'transport', selectedCandidatePairId: 'now' },
      pair,
      { type: 'candidate-pair', id: 'before', nominated: true, packetsReceived: 7_000 },
      { type: 'inbound-rtp', bytesReceived: 300 },
      { type: 'inbound-rtp', bytesReceived: 500 },
    ]
    expect(lineSampleOf(stats)).toEqual({ heard: 943, media: 800 })
  })

  it('has no media where none is received', () => {
    expect(lineSampleOf([{ type: 'transport', selectedCandidatePairId: 'now' }, pair]).media).toBeNull()
  })
})
