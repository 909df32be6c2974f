import { type Downstream, worstDownstream } from './bitrate.ts'

/** With a smaller share of the best receiver's way a lower encoding serves better than one made to fit. */
const usefulShare = 0.6
/** Enough for a browser to send the next higher encoding at all, so that it can be tried. */
const nextLayerStartBps = 350_000

/** What one receiver takes of a track, and how he fares with it. */
export interface LayerDemand {
  /** Index of the encoding, lowest first. */
  layer: number
  downstream: Downstream
}

/** How a track's receivers bear on what its publisher may send in all encodings together. */
export interface Demand {
  downstream: Downstream
  ceilingBps: number
}

/**
 * Only the receivers of the highest encoding that is taken count: for the others there is a lower one. Of theirs
 * the publisher sends what the slowest useful one takes, on top of the lower encodings.
 *
 * @param carriedBps what each encoding brings, lowest first
 */
export const demandOf = (carriedBps: readonly number[], receivers: readonly LayerDemand[]): Demand => {
  const top = carriedBps.length - 1
  if (top === 0) {
    const downstream = worstDownstream(receivers.map((receiver) => receiver.downstream))
    return { downstream, ceilingBps: Number.POSITIVE_INFINITY }
  }
  const highest = Math.max(...receivers.map(({ layer }) => layer))
  const among = receivers.filter(({ layer }) => layer === highest).flatMap((each) => each.downstream ?? [])
  const heard = slowestUseful(among)
  if (!heard) return { downstream: null, ceilingBps: Number.POSITIVE_INFINITY }
  const belowBps = carriedBps.slice(0, highest).reduce((sum, bps) => sum + bps, 0)
  const { loss, estimateBps } = heard
  if (estimateBps === null) return { downstream: heard, ceilingBps: Number.POSITIVE_INFINITY }
  if (highest === top) {
    return { downstream: { loss, estimateBps: belowBps + estimateBps }, ceilingBps: Number.POSITIVE_INFINITY }
  }
  const ownBps = carriedBps[highest] ?? 0
  const aboveBps = estimateBps < ownBps ? 0 : Math.max(estimateBps, nextLayerStartBps)
  const ceilingBps = belowBps + Math.min(ownBps, estimateBps) + aboveBps
  return { downstream: { loss, estimateBps: null }, ceilingBps }
}

/** Loss that others don't have isn't the encoding's fault. */
const slowestUseful = (reports: readonly NonNullable<Downstream>[]): Downstream => {
  if (reports.length === 0) return null
  const estimates = reports.flatMap(({ estimateBps }) => estimateBps ?? [])
  const useful = estimates.filter((estimate) => estimate >= Math.max(...estimates) * usefulShare)
  return {
    loss: Math.min(...reports.map(({ loss }) => loss)),
    estimateBps: useful.length > 0 ? Math.min(...useful) : null,
  }
}
