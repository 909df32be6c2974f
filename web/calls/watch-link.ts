import { createLineWatch, lineSampleOf, sampleEveryMs } from './line-watch.ts'
import { type LinkQuality, type LinkSample, qualityBetween, sampleOf } from './link-quality.ts'
import type { MediaLink } from './media-link.ts'

/** The quality is told for a stretch of so many samples. */
const samplesOfQuality = 4

interface WatchOptions {
  /** See createLineWatch. */
  quietMsMax?: number
  onQuiet?(isQuiet: boolean): void
  onQuality?(quality: LinkQuality): void
}

export interface LinkWatch {
  /** Something says that the network may be another one. */
  hint(): void
  stop(): void
}

/** How well the partner's media arrives, from stretch to stretch of one connection. */
const createQualityNote = (onQuality: (quality: LinkQuality) => void) => {
  let before: { peer: RTCPeerConnection; sample: LinkSample } | null = null
  let samples = 0
  return (stats: readonly Record<string, unknown>[], peer: RTCPeerConnection) => {
    samples += 1
    if (before?.peer === peer && samples % samplesOfQuality !== 0) return
    const sample = sampleOf(stats)
    if (before?.peer === peer) onQuality(qualityBetween(before.sample, sample))
    before = { peer, sample }
  }
}

/** Watches what arrives on one connection, and brings it back as soon as nothing does. */
export const watchLink = (link: MediaLink, options: WatchOptions = {}): LinkWatch => {
  const watch = createLineWatch(options.quietMsMax)
  const noteQuality = createQualityNote((quality) => options.onQuality?.(quality))
  let watched: RTCPeerConnection | null = null
  const take = async () => {
    const peer = link.peer()
    if (peer !== watched) watch.reset()
    watched = peer
    // Before it is up there is nothing to miss; the link has a patience of its own for that.
    if (peer?.connectionState !== 'connected' && peer?.connectionState !== 'disconnected') return
    const stats: Record<string, unknown>[] = [...(await peer.getStats()).values()]
    if (link.peer() !== peer) return
    const verdict = watch.take(lineSampleOf(stats), performance.now())
    if (verdict === 'dead') link.lose()
    else if (verdict === 'stuck') link.renew()
    else if (verdict === 'alive') link.hearAgain()
    options.onQuiet?.(verdict !== 'alive')
    noteQuality(stats, peer)
  }
  const timer = setInterval(() => void take().catch(() => undefined), sampleEveryMs)
  return { hint: () => watch.hint(performance.now()), stop: () => clearInterval(timer) }
}
