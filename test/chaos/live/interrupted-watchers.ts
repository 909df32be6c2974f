import { reconnectGraceMs } from '#domain/calls/timing.ts'
import { type Stall, stalledMsOf } from '#test/helpers/lateness-log.ts'
import type { Evidence } from '../oracle/evidence.ts'
import type { SideObservation, VisitObservation } from '../oracle/observations.ts'

/** Media that arrived this shortly before a kill was flowing at it. */
const justBeforeMs = 300
/** A connection that was fine this long after a kill wasn't touched by it. */
const untouchedMs = 2_000

export interface InterruptedWatchers {
  /**
   * From the kill to the next media, without the time in which the simulated people's process stood still: of watchers
   * whose own media process was killed, and of those whose broadcaster's was.
   */
  ownMs: number[]
  broadcastersMs: number[]
  lost: { memberId: string; at: number }[]
}

type Fate = { backAfterMs: number } | 'untouched' | 'lost' | null

/**
 * What a kill of a media process in calm costs those who watch. While the broadcaster's process is away nothing comes to
 * anybody in the room; the death of another one leaves those in the broadcaster's process alone.
 */
export const interruptedWatchersOf = ({ kills, observations }: Evidence): InterruptedWatchers => {
  const found: InterruptedWatchers = { ownMs: [], broadcastersMs: [], lost: [] }
  for (const { victim, isCalm, at } of kills) {
    if (victim !== 'media' || !isCalm) continue
    for (const visits of Map.groupBy(observations.visits, ({ roomId }) => roomId).values())
      recordRoom(found, visits, at, observations.stalls)
  }
  return found
}

const recordRoom = (
  found: InterruptedWatchers,
  visits: readonly VisitObservation[],
  at: number,
  stalls: readonly Stall[],
): void => {
  const fates = visits.map(({ watcher }) => ({ watcher, fate: fateOf(watcher, at, stalls) }))
  const hasUntouched = fates.some(({ fate }) => fate === 'untouched')
  for (const { watcher, fate } of fates) {
    if (fate === 'lost') found.lost.push({ memberId: watcher.memberId, at })
    else if (fate !== null && fate !== 'untouched')
      (hasUntouched ? found.ownMs : found.broadcastersMs).push(fate.backAfterMs)
  }
}

/** Null: nothing came at the kill, or the watcher left before it could come again. */
const fateOf = (
  { sound, left, cuts, stages }: SideObservation,
  at: number,
  stalls: readonly Stall[],
): Fate => {
  const stretch = sound.find(({ from, to }) => from <= at && to >= at - justBeforeMs)
  if (!stretch) return null
  if (stretch.to >= at + untouchedMs) return 'untouched'
  const next = sound.find(({ from }) => from > at)
  const until = next?.from ?? at + reconnectGraceMs
  const wasAway = cuts.some(({ from, to }) => from <= until && (to ?? Number.POSITIVE_INFINITY) >= at)
  const hasLeft = left !== null && left.at <= until
  const isOver = stages.some((stage) => stage.name === 'ended' && stage.at <= until)
  if (wasAway || hasLeft || isOver) return null
  return next ? { backAfterMs: next.from - at - stalledMsOf(stalls, at, next.from) } : 'lost'
}
