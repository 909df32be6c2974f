import { downtimesOf, overlaps, type Span } from '../downtime.ts'
import { interruptedWatchersOf } from '../live/interrupted-watchers.ts'
import { type CallRow, type Evidence, isUsedUp } from './evidence.ts'
import type { VisitObservation } from './observations.ts'
import { aftermathMs, describeRow, hasGivenUp, isEndOf, isPagesOwnWord } from './rules-of-calls.ts'
import { type Rule, visitsWithRows } from './rules-of-money.ts'

/**
 * The death of a watcher's own media process costs under 3 s, which test/adapters/media/embedded/
 * media-live-processes.test.ts holds. Here a page may also
 * miss the server's word and notice by itself, and the simulated pages share the machine's cores with everything else.
 */
const ownBackMsMax = 6_000
/** A broadcaster's page isn't told of the loss: it notices after 3.5 s that nothing arrives (connection-watch.ts). */
const broadcastersBackMsMax = 6_000
/** A machine that is busy may hold up a few. */
const lateShareMax = 0.2

const flowAddsUp: Rule = ({ flowDefects, flow, calls }) => [
  ...flowDefects.map(({ what, subject }) => `live_flow_check: ${what}: ${subject}`),
  ...calls.flatMap(({ id, visit }) => {
    const inFlow = flow
      .filter(({ callId, state }) => callId === id && state === 'done')
      .reduce((sum, { points }) => sum + points, 0)
    const paid = visit?.besidePoints ?? 0
    return paid === inFlow ? [] : [`visit ${id} paid ${paid} points for ${inFlow} points of its room's flow`]
  }),
]

/** What a watcher was told is paid is there once, and what was refused isn't. */
const acknowledgedPaymentsStay: Rule = (evidence) => {
  const known = new Set(evidence.flow.map(({ id }) => id))
  return [
    ...evidence.observations.visits.flatMap(({ payments }) =>
      payments.flatMap(({ id, kind, outcome }) => {
        if (outcome === 'paid' && !known.has(id)) return [`the acknowledged ${kind} ${id} is lost`]
        if (outcome !== null && outcome !== 'paid' && known.has(id))
          return [`the ${kind} ${id} was refused as ${outcome} and is there`]
        return []
      }),
    ),
    ...visitsWithRows(evidence).flatMap(({ visit: { paidBeside }, row }) =>
      paidBeside === row.visit?.besidePoints
        ? []
        : [`visit ${row.id}: ${paidBeside} points were shown beside the meter, ${besideOf(row)} were paid`],
    ),
  ]
}

const besideOf = ({ visit }: CallRow): number => visit?.besidePoints ?? 0

const acknowledgedVisitsStay: Rule = (evidence) => {
  const rows = new Map(evidence.calls.map((row) => [row.id, row]))
  const downtimes = downtimesOf(evidence.kills)
  return evidence.observations.visits.flatMap(({ callId, enteredAt, watcher }) => {
    if (callId === null || enteredAt === null) return []
    const row = rows.get(callId)
    if (!row) return [`the acknowledged visit ${callId} is lost`]
    return watcher.endsTold
      .filter(
        (reported) => !isEndOf(row, 'caller', reported) && !isPagesOwnWord(downtimes, enteredAt, reported),
      )
      .map((reported) => `visit ${callId} was shown ${JSON.stringify(reported)}, it has ${describeRow(row)}`)
  })
}

const spendCapsHold: Rule = ({ calls }) =>
  calls.flatMap(({ id, visit, capturedPoints }) => {
    if (!visit || visit.spendCap === null) return []
    const spent = capturedPoints + visit.besidePoints
    return spent > visit.spendCap ? [`visit ${id} cost ${spent} points, its limit is ${visit.spendCap}`] : []
  })

/** A visit's end reason is what happened. */
const visitsEndForTheirCause: Rule = (evidence) => {
  const downtimes = downtimesOf(evidence.kills)
  return visitsWithRows(evidence).flatMap(({ visit, row }) =>
    hasCause(evidence, visit, row, downtimes)
      ? []
      : [
          `visit ${row.id} ended as ${row.endReason} (${row.lostSide}), which nobody caused: ${JSON.stringify(visit.plan)}`,
        ],
  )
}

const wasDisturbed = (endedAt: number, downtimes: readonly Span[]): boolean =>
  downtimes.some((down) => overlaps(down, { from: endedAt - aftermathMs, to: endedAt }))

const hasCause = (
  { rooms, observations }: Evidence,
  { plan, watcher, roomId }: VisitObservation,
  row: CallRow,
  downtimes: readonly Span[],
): boolean => {
  const endedAt = row.endedAt ?? 0
  const isDisturbed = wasDisturbed(endedAt, downtimes)
  switch (row.endReason) {
    case 'byCaller':
      // The page after one that had given up ends what it finds.
      return watcher.left?.how === 'hungUp' || hasGivenUp(watcher, endedAt, downtimes)
    case 'byBroadcaster':
      return (
        rooms.some(({ id, endReason }) => id === roomId && endReason === 'byBroadcaster') &&
        observations.rooms.some((room) => room.roomId === roomId && room.end?.how === 'ended')
      )
    case 'pointless':
      return plan.ending === 'nobody' && isUsedUp(row)
    case 'connectionLost':
      return row.lostSide === 'caller'
        ? watcher.left !== null || watcher.cuts.length > 0 || isDisturbed
        : isDisturbed
    case 'failed':
    case 'serverRecovery':
      return isDisturbed
    default:
      return false
  }
}

/** A room ends by its broadcaster, or because nothing was well for a while. */
const roomsEndForTheirCause: Rule = ({ rooms, kills, observations }) => {
  const downtimes = downtimesOf(kills)
  return rooms.flatMap(({ id, hostId, endReason, endedAt }) => {
    const story = observations.rooms.find(({ roomId }) => roomId === id)
    const isDisturbed = wasDisturbed(endedAt ?? 0, downtimes)
    const isRight =
      endReason === 'byBroadcaster' ? story === undefined || story.end?.how === 'ended' : isDisturbed
    return isRight ? [] : [`the room ${id} of ${hostId} ended as ${endReason}, which nobody caused`]
  })
}

/** Those whose media process dies, or whose broadcaster's does, watch again soon. */
const watchersComeBackSoon: Rule = (evidence) => {
  const { ownMs, broadcastersMs, lost } = interruptedWatchersOf(evidence)
  const late = (backAfterMs: readonly number[], msMax: number, whose: string) => {
    const tooLate = backAfterMs.filter((ms) => ms > msMax)
    return tooLate.length <= backAfterMs.length * lateShareMax
      ? []
      : tooLate.map((ms) => `a watcher waited ${Math.round(ms)} ms after ${whose} media process was killed`)
  }
  return [
    ...late(ownMs, ownBackMsMax, 'the own'),
    ...late(broadcastersMs, broadcastersBackMsMax, 'the broadcaster’s'),
    ...lost.map(({ memberId, at }) => `${memberId} did not watch again after the kill at ${at}`),
  ]
}

/** Rooms that nobody entered would keep every rule. */
const watchingRan: Rule = ({ calls, observations }) =>
  observations.rooms.length === 0 ||
  calls.some(({ visit, connectedAt, capturedPoints }) => visit && connectedAt !== null && capturedPoints > 0)
    ? []
    : ['nobody watched and paid']

export const rulesOfRooms: Record<string, Rule> = {
  flowAddsUp,
  acknowledgedPaymentsStay,
  acknowledgedVisitsStay,
  spendCapsHold,
  visitsEndForTheirCause,
  roomsEndForTheirCause,
  watchersComeBackSoon,
  watchingRan,
}
