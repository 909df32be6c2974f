import { median, percentile } from '#bench/bench.ts'
import { reconnectGraceMs } from '#domain/calls/timing.ts'
import { type Kill, victims } from '../killer.ts'
import { interruptedWatchersOf } from '../live/interrupted-watchers.ts'
import { freeLookSec } from '../live/room-prices.ts'
import { survivorsOf } from '../survivors.ts'
import type { Evidence } from './evidence.ts'
import type { SideObservation } from './observations.ts'
import {
  acknowledgedStepsStay,
  endsHaveTheirCause,
  everyCallIsSettledInTime,
  everythingRecovers,
  noQuestionFailsInCalm,
  noScreenIsStuck,
} from './rules-of-calls.ts'
import {
  acknowledgedMoneyStays,
  everyCallIsSettledOnce,
  everyNewcomerGetsCallerPointsOnce,
  ledgerAddsUp,
  nobodyPaysForSilence,
  nothingIsLeftOpen,
  payersWithRows,
  pointBackFollowsTheRule,
  type Rule,
} from './rules-of-money.ts'
import { rulesOfRooms } from './rules-of-rooms.ts'

/** At least this share of the calls with flowing sound comes back after a kill of an app or a media process. */
const survivingShareMin = 0.8
/** A meter that never ran would keep every rule; at least this share of the heard time that was reported is paid. */
const chargedShareMin = 0.5
/** What a killed process had not reported is free: at most the time between two reports of a call. */
const unreportedMsMax = 6_000
/** Sound that ended within this time of a kill ended because of it. */
const endOfSoundMs = 1_000

const rules: Record<string, Rule> = {
  ledgerAddsUp,
  nothingIsLeftOpen,
  everyCallIsSettledOnce,
  everyCallIsSettledInTime,
  acknowledgedMoneyStays,
  acknowledgedStepsStay,
  everyNewcomerGetsCallerPointsOnce,
  nobodyPaysForSilence,
  pointBackFollowsTheRule,
  endsHaveTheirCause,
  everythingRecovers,
  noScreenIsStuck,
  noQuestionFailsInCalm,
  ...rulesOfRooms,
}

/** Most clients whose connection we broke are back by themselves. */
const clientsComeBack: Rule = (evidence) => {
  const { backAfterMs, lost } = survivorsOf(evidence)
  const touched = backAfterMs.length + lost.length
  if (touched === 0 || backAfterMs.length / touched >= survivingShareMin) return []
  return lost.map(({ callId, victim, at }) => {
    const row = evidence.calls.find(({ id }) => id === callId)
    const end = row?.endedAt ? `it ended ${row.endedAt - at} ms later by ${row.endReason}` : 'it did not end'
    const others = evidence.kills.filter((kill) => kill.at > at && kill.at < at + reconnectGraceMs)
    const killed = others.map((kill) => `${kill.victim} after ${kill.at - at} ms`).join(', ')
    return `call ${callId} did not come back after the ${victim} was killed at ${at}: ${end}; killed since: ${killed || 'nothing'}; ${backAfterMs.length} others came back`
  })
}

const meteringRan: Rule = (evidence) => {
  const { chargedMs, heardMs, unreportedMs } = sumsOf(evidence)
  return heardMs > 0 && chargedMs >= (heardMs - unreportedMs) * chargedShareMin
    ? []
    : [
        `${chargedMs} ms were charged of ${Math.round(heardMs)} ms heard, ${Math.round(unreportedMs)} of which may not have been reported`,
      ]
}

/**
 * How much of what this payer heard may have been lost with the process that metered it: the end of each stretch of
 * sound that was interrupted. The last one ended with the call, unless something was killed then.
 */
const unreportedMsOf = ({ sound }: SideObservation, kills: readonly Kill[]): number => {
  const interrupted = sound.filter(
    ({ to }, at) => at < sound.length - 1 || kills.some((kill) => Math.abs(kill.at - to) < endOfSoundMs),
  )
  return interrupted.reduce((sum, { from, to }) => sum + Math.min(to - from, unreportedMsMax), 0)
}

const sumsOf = (evidence: Evidence) => {
  const sums = { chargedMs: 0, heardMs: 0, unreportedMs: 0 }
  for (const { payer, row } of payersWithRows(evidence)) {
    const freeMs = row.visit ? freeLookSec * 1_000 : 0
    const heardMs = Math.max(0, payer.heardMs - freeMs)
    sums.chargedMs += row.meter?.chargedMs ?? 0
    sums.heardMs += heardMs
    sums.unreportedMs += Math.min(heardMs, unreportedMsOf(payer, evidence.kills))
  }
  return sums
}

export interface Judgement {
  /** Each led by the rule it breaks; empty when all is well. */
  defects: string[]
  figures: string[]
}

/** Judges a run by everything that is known of it. Pure. */
export const judge = (evidence: Evidence): Judgement => ({
  defects: Object.entries({ ...rules, clientsComeBack, meteringRan }).flatMap(([name, rule]) =>
    rule(evidence).map((defect) => `${name}: ${defect}`),
  ),
  figures: figuresOf(evidence),
})

const count = <Item>(items: readonly Item[], nameOf: (item: Item) => string): string => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return [...counts].map(([name, times]) => `${name} ${times}`).join(', ')
}

const spread = (values: readonly number[]): string =>
  values.length === 0
    ? 'none'
    : `median ${Math.round(median(values))}, p95 ${Math.round(percentile(values, 95))}, max ${Math.round(Math.max(...values))} ms`

const figuresOf = (evidence: Evidence): string[] => {
  const { kills, observations, spends, rooms, flow } = evidence
  const calls = evidence.calls.filter(({ visit }) => visit === null)
  const visits = evidence.calls.filter(({ visit }) => visit !== null)
  const watchers = interruptedWatchersOf(evidence)
  const { untouched, backAfterMs, overMeanwhile, lost, unjudged } = survivorsOf(evidence)
  const { chargedMs, heardMs, unreportedMs } = sumsOf(evidence)
  const recoveries = victims.map((victim) => {
    const times = kills
      .filter((kill) => kill.victim === victim)
      .map(({ at, wellAt }) => (wellAt ?? Infinity) - at)
    return `  ${victim} ${times.length}: ${spread(times)}`
  })
  return [
    `kills: ${kills.length}, well again after`,
    ...recoveries,
    `calls: ${calls.length}, connected ${calls.filter((row) => row.connectedAt !== null).length}, ended ${count(calls, (row) => row.endReason ?? row.phase)}`,
    `rings refused: ${count(
      observations.stories.filter(({ rangAt }) => rangAt === null),
      ({ refusal }) => refusal ?? 'no answer',
    )}`,
    `interrupted by a kill: back ${backAfterMs.length} (${spread(backAfterMs)}), lost ${lost.length}, over meanwhile ${overMeanwhile}, untouched ${untouched}, unjudged ${unjudged}`,
    `live rooms: ${rooms.length}, ended ${count(rooms, (room) => room.endReason ?? 'open')}`,
    `visits: ${visits.length}, connected ${visits.filter((row) => row.connectedAt !== null).length}, ended ${count(visits, (row) => row.endReason ?? row.phase)}; refused ${count(
      observations.visits.filter(({ enteredAt }) => enteredAt === null),
      ({ refusal }) => refusal ?? 'no answer',
    )}`,
    `paid in the rooms: ${count(flow, ({ kind, state }) => `${kind} ${state}`)}; refused ${count(
      observations.visits.flatMap(({ payments }) => payments.filter(({ outcome }) => outcome !== 'paid')),
      ({ outcome }) => outcome ?? 'no answer',
    )}`,
    `watchers interrupted in calm: by their media process ${watchers.ownMs.length} (${spread(watchers.ownMs)}), by the broadcaster's ${watchers.broadcastersMs.length} (${spread(watchers.broadcastersMs)}), lost ${watchers.lost.length}`,
    `the simulated people stood still ${observations.stalls.length} times: ${spread(observations.stalls.map(({ from, to }) => to - from))}`,
    `heard ${Math.round(heardMs / 1000)} s, of which up to ${Math.round(unreportedMs / 1000)} s unreported, charged ${Math.round(chargedMs / 1000)} s`,
    `points paid ${evidence.calls.reduce((sum, row) => sum + row.capturedPoints, 0)}, returned ${evidence.calls.reduce((sum, row) => sum + row.returnedPoints, 0)}`,
    `newcomers ${observations.newcomers.length}, spends acknowledged ${spends.filter((spend) => spend.isAcknowledged).length}`,
    `questions that failed ${observations.failures.length}`,
  ]
}
