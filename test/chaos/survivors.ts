import { reconnectGraceMs } from '#domain/calls/timing.ts'
import { type Stall, stalledMsOf } from '#test/helpers/lateness-log.ts'
import { outagesOf, type Span, wellMsWithin } from './downtime.ts'
import type { Kill } from './killer.ts'
import type { Evidence } from './oracle/evidence.ts'
import type { CallStory } from './oracle/testimony.ts'

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
  /** A side left before the call could come back. */
  leftMeanwhile: number
  lost: { callId: string | null; victim: string; at: number }[]
  /** Not judged: for too much of the grace nothing served, or the process of the simulated people stood still. */
  unjudged: number
}

/** What became of the calls in which sound was flowing when app or media process were killed. */
export const survivorsOf = ({ calls, kills, testimony }: Evidence): Survivors => {
  const endedAt = new Map(calls.map((row) => [row.id, row.endedAt]))
  const outages = outagesOf(kills, backWithinMs)
  const survivors: Survivors = { untouched: 0, backAfterMs: [], leftMeanwhile: 0, lost: [], unjudged: 0 }
  for (const kill of kills) {
    if (kill.victim !== 'app' && kill.victim !== 'media') continue
    const outage = outages.find(({ from, to }) => from <= kill.at && kill.at <= to)
    if (!outage || outage.to - outage.from > servedWithinMs) continue
    for (const story of testimony.stories) {
      // The call had ended; its pages hadn't heard of it yet.
      const ended = story.callId === null ? null : (endedAt.get(story.callId) ?? null)
      if (ended === null || ended > kill.at)
        note(survivors, story, kill, { stalls: testimony.stalls, outages })
    }
  }
  return survivors
}

const note = (
  survivors: Survivors,
  story: CallStory,
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
  const hasLeft = [caller, broadcaster].some(
    ({ left, cuts }) =>
      (left !== null && left.at <= at + reconnectGraceMs) ||
      cuts.some(({ from }) => from > at && from <= at + reconnectGraceMs),
  )
  const grace = { from: at, to: at + reconnectGraceMs }
  const wasServed = reconnectGraceMs - wellMsWithin(grace, outages) <= servedWithinMs
  const stoodStill = stalledMsOf(stalls, grace.from, grace.to) > stalledMsMax
  if (hasLeft) survivors.leftMeanwhile += 1
  else if (!wasServed || stoodStill) survivors.unjudged += 1
  else survivors.lost.push({ callId: story.callId, victim, at })
}
