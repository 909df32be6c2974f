/** Which of a picture's encodings one receiver gets. Pure; instants are milliseconds. */

/** A larger share of lost packets means that the receiver's connection can't carry what is sent. */
const lossThatHurts = 0.1
/** Single packets of a slow encoding lost in a second; more of it won't hurt. */
const lossThatIsNormal = 0.05
/** An encoding and what hinders it move by so much within a second; a smaller shortage mends by itself. */
const shortageThatHurts = 0.8
const shortageMsMax = 3_000
/** An estimate this far above what flows isn't limited by the receiver's way. */
const roomAbove = 1.1
/** For this long after a change, reports still describe the time before it. */
const settleMs = 1_000
/** A receiver estimates its bandwidth from what arrives, so the estimate climbs only after a higher encoding is sent. */
const growthMsMax = 2_000
const growthThatShows = 1.01
const growthThatLasts = 0.97
const holdMsMin = 5_000
const holdMsMax = 60_000
/** A higher encoding that lasts so long has succeeded. */
const tryMs = 10_000
/** Before a return to an encoding that had stopped. */
const returnMs = 2_000
/** A sender's encodings begin one after the other; a lower one goes out meanwhile. */
const startMs = 1_500

/** What is known about a receiver and the encodings available to it. */
export interface LayerSample {
  /** What each encoding brings, lowest first, in bits per second; null for one that doesn't come. */
  carriedBps: readonly (number | null)[]
  /** Packets lost on the way to the receiver, 0 to 1; null without a recent report. */
  loss: number | null
  /** The most the receiver's connection carries, by its own report; null without a report. */
  estimateBps: number | null
}

export interface LayerChoice {
  /** Index of the encoding that the receiver is to get. */
  layer: number
  /** When it was chosen. */
  since: number
  /** `start`: nothing is known about the connection yet. `try`: a higher encoding, which may turn out too much. */
  stage: 'start' | 'try' | 'settled'
  /** Since when the receiver could take more. */
  roomSince: number | null
  /** How long there has to be room before a higher one is tried. */
  holdMs: number
  /** Since when the connection carries less than is sent. */
  shortSince: number | null
  /** The newest high of an estimate that still climbs, which doesn't limit. */
  growth: { estimateBps: number; at: number } | null
}

export const firstChoice = (layer: number, estimateBps: number | null, now: number): LayerChoice => ({
  layer,
  since: now,
  stage: 'start',
  roomSince: null,
  holdMs: 0,
  shortSince: null,
  growth: estimateBps === null ? null : { estimateBps, at: now },
})

/**
 * The choice after another look. It goes down at once when more is sent than the receiver can take, or when the
 * encoding stops; it goes up when there was room for seconds, and waits longer each time that went wrong.
 */
export const chooseLayer = (before: LayerChoice, sample: LayerSample, now: number): LayerChoice => {
  const choice = updated(before, sample, now)
  const carriedBps = sample.carriedBps[choice.layer] ?? null
  if (carriedBps === null) return stopGap(choice, sample, now)
  if (isTooMuch(choice, sample, carriedBps, now)) return lower(choice, sample, now)
  if (!hasRoom(choice, sample, carriedBps)) return { ...choice, roomSince: null }
  const roomSince = choice.roomSince ?? now
  const next = nextAbove(choice.layer, sample)
  if (next === null || now - roomSince < choice.holdMs) return { ...choice, roomSince }
  return higher(choice, next, sample, now)
}

/** Updates the choice with the estimate and with time. */
const updated = (choice: LayerChoice, sample: LayerSample, now: number): LayerChoice => {
  const growth = grown(choice.growth, sample.estimateBps, now)
  const carriedBps = sample.carriedBps[choice.layer] ?? 0
  const isShort = sample.estimateBps !== null && growth === null && sample.estimateBps < carriedBps
  const shortSince = isShort ? (choice.shortSince ?? now) : null
  if (!hasProvenItself(choice, sample, now)) return { ...choice, growth, shortSince }
  return { ...choice, growth, shortSince, stage: 'settled', holdMs: holdMsMin }
}

/** At the beginning a lower one is only there until a higher one comes. */
const hasProvenItself = (choice: LayerChoice, sample: LayerSample, now: number): boolean => {
  if (choice.stage === 'settled' || now - choice.since < tryMs) return false
  if (choice.stage === 'try') return true
  return choice.layer === sample.carriedBps.length - 1 && sample.carriedBps[choice.layer] !== null
}

const grown = (
  growth: LayerChoice['growth'],
  estimateBps: number | null,
  now: number,
): LayerChoice['growth'] => {
  if (!growth || estimateBps === null) return growth
  if (estimateBps > growth.estimateBps * growthThatShows) return { estimateBps, at: now }
  const isOver = now - growth.at >= growthMsMax || estimateBps < growth.estimateBps * growthThatLasts
  return isOver ? null : growth
}

const isTooMuch = (choice: LayerChoice, sample: LayerSample, carriedBps: number, now: number): boolean => {
  if (choice.stage === 'try' && now - choice.since < settleMs) return false
  if (sample.loss !== null && sample.loss > lossThatHurts) return true
  if (choice.shortSince === null || sample.estimateBps === null) return false
  return sample.estimateBps < carriedBps * shortageThatHurts || now - choice.shortSince >= shortageMsMax
}

/** Nothing is proven by silence, except that at the beginning there is nothing to prove. */
const hasRoom = (choice: LayerChoice, { loss, estimateBps }: LayerSample, carriedBps: number): boolean => {
  if (loss === null) return choice.stage === 'start'
  return loss < lossThatIsNormal && (estimateBps === null || estimateBps >= carriedBps * roomAbove)
}

const nextAbove = (layer: number, { carriedBps }: LayerSample): number | null => {
  const next = carriedBps.findIndex((each, index) => index > layer && each !== null)
  return next < 0 ? null : next
}

const moved = (choice: LayerChoice, layer: number, now: number): LayerChoice => ({
  ...choice,
  layer,
  since: now,
  stage: 'settled',
  roomSince: null,
  shortSince: null,
  growth: null,
})

/** The same position in an order that has changed; the encoding there has to prove itself again. */
export const reordered = (choice: LayerChoice, now: number): LayerChoice => ({
  ...moved(choice, choice.layer, now),
  stage: choice.stage === 'start' ? 'start' : 'try',
  holdMs: choice.stage === 'start' ? choice.holdMs : Math.max(choice.holdMs, holdMsMin),
})

const higher = (choice: LayerChoice, layer: number, sample: LayerSample, now: number): LayerChoice => ({
  ...moved(choice, layer, now),
  stage: 'try',
  holdMs: Math.max(choice.holdMs, holdMsMin),
  growth: sample.estimateBps === null ? null : { estimateBps: sample.estimateBps, at: now },
})

/** The highest of the lower encodings that the estimate allows, or the lowest one that arrives. */
const lower = (choice: LayerChoice, sample: LayerSample, now: number): LayerChoice => {
  const limitBps = sample.estimateBps ?? Number.POSITIVE_INFINITY
  const flowing = sample.carriedBps.flatMap((bps, index) =>
    bps !== null && index < choice.layer ? [{ index, bps }] : [],
  )
  const to = flowing.findLast(({ bps }) => bps <= limitBps) ?? flowing[0]
  if (!to) return { ...choice, roomSince: null }
  const hasFailed = choice.stage === 'try'
  const holdMs = hasFailed ? Math.min(choice.holdMs * 2, holdMsMax) : holdMsMin
  return { ...moved(choice, to.index, now), holdMs }
}

/** Replaces an encoding that doesn't arrive: by the next lower one, or else by the next higher one. */
const stopGap = (choice: LayerChoice, sample: LayerSample, now: number): LayerChoice => {
  const below = sample.carriedBps.findLastIndex((each, index) => index < choice.layer && each !== null)
  const to = below >= 0 ? below : nextAbove(choice.layer, sample)
  if (to === null) return choice
  if (choice.stage === 'start') {
    return now - choice.since < startMs ? choice : { ...choice, layer: to, since: now, roomSince: null }
  }
  return {
    ...moved(choice, to, now),
    holdMs: Math.max(choice.stage === 'try' ? choice.holdMs : 0, returnMs),
  }
}
