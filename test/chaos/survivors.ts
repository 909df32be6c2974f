import { reconnectGraceMs } from '#domain/calls/timing.ts'
import { type Stall, stalledMsOf } from '#test/helpers/lateness-log.ts'
import { outagesOf, type Span, wellMsWithin } from './downtime.ts'
import type { Kill } from './killer.ts'
import { type CallRow, type Evidence, isUsedUp } from './oracle/evidence.ts'
import type { CallObservation } from './oracle/observations.ts'

/** A connection needs the other half of its grace to come back. */
const servedWithinMs = reconnectGraceMs / 2
/**
 * A call that was served for less than this between two kills had no time to come back, on a busy machine: its pages go on
 * counting from the first kill.
 */
const backWithinMs = 5_000
/** Sound that was heard this shortly before a kill was flowing at it. */
const justBeforeMs = 700
/** Sound that went on this long after a kill wasn't touched by it. */
const untouchedMs = 2_000
/** A client that stood still for longer than this can't be blamed for not coming back within the grace. */
const stalledMsMax = 2_000

export interface Survivors {
  untouched: number
  /** From the kill to the next sound, in milliseconds. */
  backAfterMs: number[]
  /** A side left before the call could come back, or what the caller can pay had just been used up. */
  overMeanwhile: number
  lost: { callId: string | null; victim: string; at: number }[]
  /** Not judged: for too much of the grace nothing served, or the process of the simulated people stood still. */
  unjudged: number
}

/** What became of the calls in which sound was flowing when app or media process were killed. */
export const survivorsOf = ({ calls, kills, observations }: Evidence): Survivors => {
  const rows = new Map(calls.map((row) => [row.id, row]))
  const outages = outagesOf(kills, backWithinMs)
  const survivors: Survivors = { untouched: 0, backAfterMs: [], overMeanwhile: 0, lost: [], unjudged: 0 }
  for (const kill of kills) {
    if (kill.victim !== 'app' && kill.victim !== 'media') continue
    const outage = outages.find(({ from, to }) => from <= kill.at && kill.at <= to)
    if (!outage || outage.to - outage.from > servedWithinMs) continue
    for (const story of observations.stories) {
      // The call had ended; its pages hadn't heard of it yet.
      const row = story.callId === null ? undefined : rows.get(story.callId)
      const endedAt = row?.endedAt ?? null
      if (endedAt === null || endedAt > kill.at)
        note(survivors, { story, row }, kill, { stalls: observations.stalls, outages })
    }
  }
  return survivors
}

const note = (
  survivors: Survivors,
  { story, row }: { story: CallObservation; row: CallRow | undefined },
  { victim, at }: Kill,
  { stalls, outages }: { stalls: readonly Stall[]; outages: readonly Span[] },
): void => {
  const { caller, broadcaster } = story.sides
  const stretch = caller.sound.find(({ from, to }) => from <= at && to >= at - justBeforeMs)
  if (!stretch) return
  const isAway = [caller, broadcaster].some(
    ({ left, cuts }) =>
      (left !== null && left.at <= at) || cuts.some(({ from, to }) => from <= at && (to ?? Infinity) >= at),
  )
  if (isAway) return
  if (stretch.to >= at + untouchedMs) {
    survivors.untouched += 1
    return
  }
  const next = caller.sound.find(({ from }) => from > at)
  if (next) {
    survivors.backAfterMs.push(next.from - at)
    return
  }
  const grace = { from: at, to: at + reconnectGraceMs }
  const hasLeft = [caller, broadcaster].some(
    ({ left, cuts }) =>
      (left !== null && left.at <= grace.to) || cuts.some(({ from }) => from > at && from <= grace.to),
  )
  const hasRunOut = row !== undefined && row.endReason === 'pointless' && isUsedUp(row)
  const wasServed = reconnectGraceMs - wellMsWithin(grace, outages) <= servedWithinMs
  const stoodStill = stalledMsOf(stalls, grace.from, grace.to) > stalledMsMax
  if (hasLeft || hasRunOut) survivors.overMeanwhile += 1
  else if (!wasServed || stoodStill) survivors.unjudged += 1
  else survivors.lost.push({ callId: story.callId, victim, at })
}
