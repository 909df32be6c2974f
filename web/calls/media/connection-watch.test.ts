import { describe, expect, it } from 'vitest'
import {
  createLineWatch,
  createReportWatch,
  type LineSample,
  lineSampleOf,
  sampleEveryMs,
} from './connection-watch.ts'

/** Takes a sample every half second; for `seconds`, `change` is applied to the counters before each one. */
const timeline = (quietMsMax?: number, media: number | null = 5_000, expectsMedia = false) => {
  const watch = createLineWatch({ quietMsMax, expectsMedia })
  let now = 1_000
  const sample = { received: 100, media }
  const verdicts = (seconds: number, change: (sample: LineSample) => Partial<LineSample>) =>
    Array.from({ length: (seconds * 1000) / sampleEveryMs }, () => {
      now += sampleEveryMs
      Object.assign(sample, change(sample))
      return watch.add({ ...sample }, now)
    })
  return {
    watch,
    flowing: (seconds: number) =>
      verdicts(seconds, ({ received, media }) => ({ received: received + 25, media: (media ?? 0) + 9_000 })),
    /** The line works, and the partner sends nothing. */
    silent: (seconds: number) => verdicts(seconds, ({ received }) => ({ received: received + 1 })),
    dead: (seconds: number) => verdicts(seconds, () => ({})),
    hint: () => watch.hint(now),
    sleep: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

describe('the verdict on a media connection', () => {
  it('is alive as long as media arrives', () => {
    expect(new Set(timeline().flowing(60))).toEqual(new Set(['alive']))
  })

  it('is quiet after 2 s without media, and not before', () => {
    const line = timeline()
    line.flowing(3)
    expect(line.silent(3)).toEqual(['alive', 'alive', 'alive', 'quiet', 'quiet', 'quiet'])
  })

  it('is alive again once media has arrived for a second', () => {
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

  it('is dead after 3.5 s without any packet, and reports it again only when it lasts', () => {
    const line = timeline()
    line.flowing(3)
    const verdicts = line.dead(7.5)
    expect(verdicts.indexOf('dead')).toBe(6)
    expect(verdicts.filter((verdict) => verdict === 'dead')).toHaveLength(2)
  })

  it('is alive again only after a packet has arrived, also on a line that only sends', () => {
    const line = timeline(undefined, null)
    line.silent(3)
    expect(line.dead(6.5).slice(6)).not.toContain('alive')
    expect(line.silent(1)).toEqual(['alive', 'alive'])
  })

  it('isn’t dead after a hint while an idle line is only checked every 2.5 s', () => {
    const line = timeline()
    const idle = () => [...line.dead(2), ...line.silent(0.5)]
    idle()
    idle()
    line.hint()
    expect([...idle(), ...idle()]).not.toContain('dead')
    line.hint()
    expect(line.dead(3.5)).toContain('dead')
  })

  it('is dead sooner after a hint that the network changed', () => {
    const line = timeline()
    line.flowing(3)
    line.hint()
    expect(line.dead(3).indexOf('dead')).toBe(3)
  })

  it('is stuck when the line works and no media arrives for 8 s', () => {
    const line = timeline()
    line.flowing(3)
    expect(line.silent(20).filter((verdict) => verdict === 'stuck')).toHaveLength(2)
  })

  it('is not quiet for a partner who has never sent anything', () => {
    expect(new Set(timeline(undefined, null).silent(20))).toEqual(new Set(['alive']))
  })

  it('is absent twice, each after 8 s, while media that the call begins with has not come', () => {
    const line = timeline(undefined, 0, true)
    const verdicts = line.silent(60)
    expect(verdicts.flatMap((verdict, at) => (verdict === 'absent' ? [at] : []))).toEqual([16, 32])
    expect(new Set(verdicts)).toEqual(new Set(['alive', 'absent']))
    const begun = timeline(undefined, 0, true)
    begun.flowing(1)
    expect(begun.silent(20)).not.toContain('absent')
  })

  it('reports a quiet partner for no longer than the given time', () => {
    const line = timeline(12_000)
    line.flowing(3)
    expect(line.silent(14).at(-1)).toBe('alive')
    expect(new Set(line.flowing(3))).toEqual(new Set(['alive']))
  })

  it('doesn’t count the time in which the page slept as silence', () => {
    const line = timeline()
    line.flowing(3)
    line.sleep(60)
    expect(line.dead(1)).toEqual(['alive', 'alive'])
  })

  it('starts over with another connection', () => {
    const line = timeline()
    line.flowing(3)
    line.dead(3)
    line.watch.reset()
    expect(line.dead(3)).not.toContain('dead')
  })
})

describe('the watch for reports on what is sent', () => {
  const begin = () => {
    const notified: number[] = []
    let now = 1_000
    const reports = createReportWatch(() => notified.push(now))
    let sent = 0
    const pass = (seconds: number, { sends = true, reportedAt = 0 } = {}) => {
      for (let at = 0; at < seconds * 1000; at += sampleEveryMs) {
        now += sampleEveryMs
        sent += sends ? 25 : 0
        const timestamp = reportedAt + (reportedAt > 0 ? now - (now % 1_000) : 0)
        const report = reportedAt > 0 ? [{ type: 'remote-inbound-rtp', timestamp }] : []
        reports.add([{ type: 'outbound-rtp', packetsSent: sent }, ...report], now)
      }
    }
    const reconnect = () => {
      sent = 0
    }
    return { pass, notified, reconnect }
  }

  it('tells once that nobody has received anything for 4 s, and again only after somebody has', () => {
    const { pass, notified } = begin()
    pass(20)
    expect(notified).toEqual([5_500])
    pass(3, { reportedAt: 1 })
    pass(6)
    expect(notified).toHaveLength(2)
  })

  it('tells nothing while reports come, nothing is sent, or connections replace one another', () => {
    const { pass, notified, reconnect } = begin()
    pass(20, { reportedAt: 1 })
    pass(20, { sends: false, reportedAt: 0 })
    for (let times = 0; times < 5; times++) {
      pass(3)
      reconnect()
    }
    expect(notified).toEqual([])
  })
})

describe('a sample of a connection', () => {
  const pair = {
    type: 'candidate-pair',
    id: 'now',
    packetsReceived: 40,
    bytesReceived: 900,
    responsesReceived: 3,
  }
  it('counts what arrived over the candidate pair in use, and the media', () => {
    const stats = [
      { type: 'transport', selectedCandidatePairId: 'now' },
      pair,
      { type: 'candidate-pair', id: 'before', nominated: true, packetsReceived: 7_000 },
      { type: 'inbound-rtp', bytesReceived: 300 },
      { type: 'inbound-rtp', bytesReceived: 500 },
    ]
    expect(lineSampleOf(stats)).toEqual({ received: 943, media: 800 })
  })

  it('has no media where the connection receives none', () => {
    expect(lineSampleOf([{ type: 'transport', selectedCandidatePairId: 'now' }, pair]).media).toBeNull()
  })
})
