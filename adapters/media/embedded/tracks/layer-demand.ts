import { type Downstream, worstDownstream } from '../rtp/bitrate.ts'

/** With a smaller share of the best receiver's way a lower encoding serves better than one made to fit. */
const usefulShare = 0.6
/** Enough for a browser to send the next higher encoding at all, so that it can be tried. */
const nextLayerStartBps = 350_000
/** With less, a browser may stop sending the highest encoding; a receiver that takes less is better off lower. */
const topLayerLeastBps = 250_000
/** Browsers estimate from what arrives, and the estimate swings: below the first it is too narrow, above the second it fits. */
const narrow = { below: 0.75, above: 1.1 }
/**
 * The lowest encoding is reduced only when packets get lost: a browser that receives exactly what it estimates lowers
 * its estimate further and further.
 */
const refugeBps = 150_000

/** What one receiver takes of a track, and how well it arrives. */
export interface LayerDemand {
  /** Index of the encoding, lowest first. */
  layer: number
  downstream: Downstream
}

/** How a track's receivers bear on what its publisher may send in all encodings together. */
export interface Demand {
  downstream: Downstream
  ceilingBps: number
  /** Not even the encoding that is taken fits, and so nothing higher is worth sending. */
  isNarrow: boolean
}

/** A call has no more. Of more of them no single one sets the picture of all, by a bad line or by a lie. */
const fewReceivers = 2
/** The quarter with the worst lines has to do with less than is sent. */
const leftBehindShare = 0.25

const unlimited = { ceilingBps: Number.POSITIVE_INFINITY, isNarrow: false }

/**
 * Only the receivers of the highest encoding in use count: the others have a lower one. The publisher sends what the
 * slowest useful one of these receivers takes, on top of the lower encodings.
 *
 * @param carriedBps the bitrate of each encoding, lowest first
 * @param wasNarrow of the demand before
 */
export const demandOf = (
  carriedBps: readonly number[],
  receivers: readonly LayerDemand[],
  wasNarrow: boolean,
): Demand => {
  const top = carriedBps.length - 1
  if (top === 0) {
    const reports = receivers.map((receiver) => receiver.downstream)
    const downstream =
      receivers.length > fewReceivers
        ? ofMany(reports.filter((each) => each !== null))
        : worstDownstream(reports)
    return { downstream, ...unlimited }
  }
  const highest = Math.max(...receivers.map(({ layer }) => layer))
  const among = receivers.filter(({ layer }) => layer === highest).flatMap((each) => each.downstream ?? [])
  const reported = among.length > fewReceivers ? ofMany(among) : slowestUseful(among)
  if (!reported) return { downstream: null, ...unlimited }
  const belowBps = carriedBps.slice(0, highest).reduce((sum, bps) => sum + bps, 0)
  const { loss, estimateBps } = reported
  if (estimateBps === null) return { downstream: reported, ...unlimited }
  if (highest === top) {
    const fittingBps = belowBps + Math.max(estimateBps, topLayerLeastBps)
    return { downstream: { loss, estimateBps: fittingBps }, ...unlimited }
  }
  const ownBps = carriedBps[highest] ?? 0
  const isNarrow =
    estimateBps < ownBps * narrow.below ||
    (wasNarrow && (estimateBps < ownBps * narrow.above || estimateBps < refugeBps))
  const fittingBps = isNarrow
    ? Math.max(estimateBps, highest === 0 ? refugeBps : 0)
    : ownBps + Math.max(estimateBps, nextLayerStartBps)
  return { downstream: { loss, estimateBps: null }, ceilingBps: belowBps + fittingBps, isNarrow }
}

/** What three quarters of them can take, and the loss that half of them have. */
const ofMany = (reports: readonly NonNullable<Downstream>[]): Downstream => {
  if (reports.length === 0) return null
  const at = (values: readonly number[], share: number) =>
    values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]
  const estimates = reports.flatMap(({ estimateBps }) => estimateBps ?? [])
  return {
    loss:
      at(
        reports.map(({ loss }) => loss),
        0.5,
      ) ?? 0,
    estimateBps: at(estimates, leftBehindShare) ?? null,
  }
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
