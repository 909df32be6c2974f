import { type CallQuality, lineStep, lineUnknown, lineVerdict } from '#domain/calls/quality/line-quality.ts'
import { createLineWatch, lineSampleOf, sampleEveryMs } from './connection-watch.ts'
import type { MediaLink } from './link/media-link.ts'
import { figuresBetween, type LinkSample, sampleOf } from './link-quality.ts'

/** Samples of one quality figure: 2 s. */
const samplesOfQuality = 4

type Stats = readonly Record<string, unknown>[]

interface WatchOptions {
  /** See createLineWatch. */
  quietMsMax?: number
  expectsMedia?: boolean
  /** What the connection receives is the other direction's. */
  onlySends?: boolean
  onQuiet?(isQuiet: boolean): void
  /** Called with the quality that the screen shows, whenever it changes. */
  onQuality?(quality: CallQuality): void
  /** Called with the statistics of each sample. */
  onStats?(stats: Stats): void
}

export interface LinkWatch {
  /** The network may have changed. */
  hint(): void
  stop(): void
}

/** Reports how well the partner's media arrives, one figure for each 2 s of a connection. */
const createQualityReport = (onQuality: (quality: CallQuality) => void) => {
  let before: { peer: RTCPeerConnection; sample: LinkSample } | null = null
  let samples = 0
  let line = lineUnknown
  return (stats: Stats, peer: RTCPeerConnection) => {
    samples += 1
    if (before?.peer === peer && samples % samplesOfQuality !== 0) return
    const sample = sampleOf(stats)
    if (before?.peer === peer) line = lineStep(line, lineVerdict(figuresBetween(before.sample, sample)))
    if (line.shown) onQuality(line.shown)
    before = { peer, sample }
  }
}

/** Watches what arrives on one connection, and reconnects it as soon as nothing does. */
export const watchLink = (link: MediaLink, options: WatchOptions = {}): LinkWatch => {
  const watch = createLineWatch(options)
  const reportQuality = createQualityReport((quality) => options.onQuality?.(quality))
  let watched: RTCPeerConnection | null = null
  const collect = async () => {
    const peer = link.peer()
    if (peer !== watched) watch.reset()
    watched = peer
    // Before the transport is connected there is nothing to measure; the link has its own timeout for that.
    if (peer?.connectionState !== 'connected' && peer?.connectionState !== 'disconnected') return
    const stats: Stats = [...(await peer.getStats()).values()]
    if (link.peer() !== peer) return
    const sample = lineSampleOf(stats)
    const verdict = watch.add(options.onlySends ? { ...sample, media: null } : sample, performance.now())
    if (verdict === 'dead') link.markLost()
    else if (verdict === 'stuck' || verdict === 'absent') link.offerAgain()
    else if (verdict === 'alive') link.markAlive()
    options.onQuiet?.(verdict !== 'alive' && verdict !== 'absent')
    reportQuality(stats, peer)
    options.onStats?.(stats)
  }
  const timer = setInterval(() => void collect().catch(() => undefined), sampleEveryMs)
  return { hint: () => watch.hint(performance.now()), stop: () => clearInterval(timer) }
}
