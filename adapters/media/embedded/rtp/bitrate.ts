export const bitrateFloorBps = 100_000
export const bitrateCeilingBps = 2_500_000
/** Enough for a clear 640×480 picture; Chromium takes the first estimate it gets as its starting point. */
export const initialBitrateBps = 800_000

const lossThatHurts = 0.1
const lossThatIsNormal = 0.02
const queueThatHurtsMs = 100
const queueThatIsNormalMs = 50
const backOff = 0.85
const growth = 1.08
const growthStepBps = 8_000
/** The limit of a sender stays within this factor of the bitrate that has already got through. */
const headroom = 1.5
/** A receiver's estimate this far above what flows only says that nothing more was tried. */
const untriedAbove = 1.2

/** What one second showed about a publisher's way to the server and the receiver's way from it. */
export interface BitrateSample {
  /** Packets lost on the way to the server, 0 to 1. */
  upstreamLoss: number
  /** How much longer packets took than at the best of times. */
  queueDelayMs: number
  receivedBps: number
  /** What the receiver reports, when it does. */
  downstream: { loss: number; estimateBps: number | null } | null
}

export type Downstream = BitrateSample['downstream']

/** Limits of an estimate that come from the track and not from the network. */
export interface BitrateBounds {
  /** Above this no receiver gets anything, so nothing above it is proven: a fall begins here. */
  ceilingBps: number
  /** Granted without having been shown: a sender that holds encodings back sends too little to prove the way. */
  enoughBps: number
}

const noBounds: BitrateBounds = { ceilingBps: bitrateCeilingBps, enoughBps: 0 }

/**
 * The most a publisher may send during the next second (REMB). Rises by 8 % a second while both ways are clean,
 * falls on loss and on growing delay, and obeys the receiver's own estimate.
 */
export const nextBitrate = (currentBps: number, sample: BitrateSample, bounds = noBounds): number => {
  const { upstreamLoss, queueDelayMs, receivedBps, downstream } = sample
  const loss = Math.max(upstreamLoss, downstream?.loss ?? 0)
  const usedBps = Math.min(currentBps, bounds.ceilingBps)
  let nextBps = currentBps
  if (queueDelayMs > queueThatHurtsMs) nextBps = Math.min(usedBps, receivedBps) * backOff
  else if (loss > lossThatHurts) nextBps = usedBps * (1 - loss / 2)
  else if (loss < lossThatIsNormal && queueDelayMs < queueThatIsNormalMs)
    nextBps = risen(currentBps, Math.max(receivedBps * headroom, bounds.enoughBps))
  const estimateBps = downstream?.estimateBps ?? null
  if (estimateBps !== null && estimateBps < receivedBps * untriedAbove)
    nextBps = Math.min(nextBps, estimateBps)
  return Math.round(Math.min(bitrateCeilingBps, Math.max(bitrateFloorBps, nextBps)))
}

/** A sender that doesn't use its limit keeps the limit, and the limit doesn't rise. */
const risen = (currentBps: number, limitBps: number): number =>
  Math.max(currentBps, Math.min(currentBps * growth + growthStepBps, limitBps))

/** The worst of what several receivers report. */
export const worstDownstream = (reports: readonly Downstream[]): Downstream =>
  reports.reduce((one, other) => {
    if (!one || !other) return one ?? other
    const estimates = [one.estimateBps, other.estimateBps].filter((estimate) => estimate !== null)
    return {
      loss: Math.max(one.loss, other.loss),
      estimateBps: estimates.length > 0 ? Math.min(...estimates) : null,
    }
  }, null)
