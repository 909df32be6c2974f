import { soundOnlySilenceMsMax } from '#adapters/media/embedded/metering/presence.ts'
import type { CallRole, EndReason } from '#contract/calls/calls.ts'
import { reconnectGraceMs } from '#domain/calls/timing.ts'
import { incrementsUsed } from '#domain/points/increment.ts'
import { downtimesOf, overlaps, type Span, wellMsWithin } from '../downtime.ts'
import { type CallRow, isUsedUp, pointsOf } from './evidence.ts'
import type { CallObservation, Observations, ReportedEnd, SideObservation } from './observations.ts'
import { type Rule, storiesWithRows, visitsWithRows } from './rules-of-money.ts'

/** Every call is settled within 30 s of recovery. */
const settledWithinMs = 30_000
/** A silence is noticed after 17 s at most; only then does the time for settling begin. */
const noticedWithinMs = { hungUp: 0, vanished: soundOnlySilenceMsMax } as const
/** Connections, pools and loops need a moment after the health check is content. */
const settlingDownMs = 2_000
/** A loss shows in a call at most a grace and a silence after its cause. */
export const aftermathMs = reconnectGraceMs + soundOnlySilenceMsMax + settledWithinMs

export const everythingRecovers: Rule = ({ kills, surprises }) => [
  ...kills
    .filter(({ wellAt }) => wellAt === null)
    .map(({ victim, at }) => `nothing was well again after the ${victim} was killed at ${at}`),
  ...surprises,
]

/**
 * A page that can't reach the server for the time to reconnect gives its call up by itself, and says that the connection
 * was lost; no answer of the server is behind it.
 */
export const isPagesOwnWord = (
  downtimes: readonly Span[],
  since: number,
  { endReason }: ReportedEnd,
): boolean => endReason === 'connectionLost' && downtimes.some(({ to }) => to >= since)

export const acknowledgedStepsStay: Rule = (evidence) => {
  const rows = new Map(evidence.calls.map((row) => [row.id, row]))
  const downtimes = downtimesOf(evidence.kills)
  return evidence.observations.stories.flatMap(({ callId, rangAt, acceptedAt, sides }) => {
    const row = callId === null ? undefined : rows.get(callId)
    if (rangAt !== null && !row) return [`the acknowledged ring ${callId} is lost`]
    if (!row) return []
    const defects: string[] = []
    if (acceptedAt !== null && row.acceptedAt === null) defects.push(`the answer to call ${callId} is lost`)
    for (const role of ['caller', 'broadcaster'] as const) {
      const { endsTold, memberId } = sides[role]
      for (const reported of endsTold) {
        if (!isEndOf(row, role, reported) && !isPagesOwnWord(downtimes, rangAt ?? 0, reported))
          defects.push(
            `call ${callId}: ${memberId} was shown ${JSON.stringify(reported)}, the call has ${describeRow(row)}`,
          )
      }
    }
    return defects
  })
}

const costOf = (row: CallRow): number =>
  row.meter ? pointsOf(row.meter, { upto: incrementsUsed(row.chargedMs) }) : 0

/** The broadcaster's view hides why the broadcaster's own ring came to nothing (product.md 3.3). */
const hiddenFromBroadcaster: readonly (EndReason | null)[] = ['declined', 'missed', 'busy', 'pointless']

export const describeRow = (row: CallRow): string =>
  `${row.endReason}, ${row.connectedMs} ms, ${costOf(row)} points`

export const isEndOf = (
  row: CallRow,
  role: CallRole,
  { endReason, callDurationSec, charged }: ReportedEnd,
): boolean => {
  const isHidden =
    role === 'broadcaster' && endReason === 'failed' && hiddenFromBroadcaster.includes(row.endReason)
  const cost = costOf(row)
  return (
    (isHidden || endReason === row.endReason) &&
    callDurationSec === Math.floor(row.connectedMs / 1000) &&
    (role === 'broadcaster' || charged === cost)
  )
}

export const everyCallIsSettledInTime: Rule = (evidence) => {
  const downtimes = downtimesOf(evidence.kills)
  const sides = [
    ...storiesWithRows(evidence).map(({ story, row }) => ({ sides: Object.values(story.sides), row })),
    ...visitsWithRows(evidence).map(({ visit, row }) => ({ sides: [visit.watcher], row })),
  ]
  return sides.flatMap(({ sides, row }) => {
    const settledAt = row.meter?.settledAt ?? row.endedAt
    return sides.flatMap(({ left, memberId }) => {
      if (!left || settledAt === null) return []
      // A room that was opened again gives each side the whole time to come back.
      const lastKillAt = Math.max(
        left.at,
        ...evidence.kills.map(({ at }) => at).filter((at) => at < settledAt),
      )
      const wellMs = wellMsWithin({ from: lastKillAt, to: settledAt }, downtimes)
      return wellMs > settledWithinMs + noticedWithinMs[left.how]
        ? [
            `call ${row.id} was settled ${Math.round(wellMs)} ms of well-being after ${memberId} had ${left.how} and nothing more was killed`,
          ]
        : []
    })
  })
}

/** A call's end reason is what happened: no side is blamed for what the other side or the platform did. */
export const endsHaveTheirCause: Rule = (evidence) => {
  const downtimes = downtimesOf(evidence.kills)
  return storiesWithRows(evidence).flatMap(({ story, row }) =>
    row.endReason && !hasCause(story, row, downtimes)
      ? [`call ${row.id} ended as ${row.endReason} (${row.lostSide}), which nobody caused: ${tell(story)}`]
      : [],
  )
}

const tell = ({ plan, sides }: CallObservation): string =>
  `plan ${plan.number} ${plan.dialler} ${plan.answer} ${plan.ending}; ` +
  Object.entries(sides)
    .map(
      ([role, side]) =>
        `${role} ${side.left ? `${side.left.how} at ${side.left.at}` : 'stayed'}, cuts ${JSON.stringify(side.cuts)}, ` +
        side.stages.map(({ at, name }) => `${name}@${at}`).join(' '),
    )
    .join('; ')

/**
 * A page that reaches no server for 20 s ends the call itself. When the server is back, this side doesn't come; and of
 * two sides that don't come, the loss is the broadcaster's (domain/calls/transition.ts).
 */
export const hasGivenUp = (
  { stages }: SideObservation,
  endedAt: number,
  downtimes: readonly Span[],
): boolean => {
  const last = stages.at(-1)
  if (last?.name !== 'ended' || last.at >= endedAt) return false
  return downtimes.some((down) => overlaps(down, { from: last.at - reconnectGraceMs, to: last.at }))
}

const hasCause = (story: CallObservation, row: CallRow, downtimes: readonly Span[]): boolean => {
  const { caller, broadcaster } = story.sides
  const { dialler, answer, ending } = story.plan
  const diallerLeft = story.sides[dialler].left !== null
  const calleeLeft = story.sides[dialler === 'caller' ? 'broadcaster' : 'caller'].left !== null
  const endedAt = row.endedAt ?? 0
  const wasDisturbed = downtimes.some((down) => overlaps(down, { from: endedAt - aftermathMs, to: endedAt }))
  const wasAway = (role: CallRole) =>
    story.sides[role].left !== null ||
    story.sides[role].cuts.length > 0 ||
    hasGivenUp(story.sides[role], endedAt, downtimes)
  switch (row.endReason) {
    case 'byCaller':
      return caller.left?.how === 'hungUp'
    case 'byBroadcaster':
      return broadcaster.left?.how === 'hungUp'
    case 'pointless':
      return ending === 'nobody' && isUsedUp(row)
    case 'declined':
      return calleeLeft
    case 'cancelled':
      // A dialler who can't reach us shows no sign of life.
      return diallerLeft || wasDisturbed
    case 'missed':
      return answer === 'never' || wasDisturbed
    case 'busy':
      return wasDisturbed
    case 'failed':
    case 'serverRecovery':
      return wasDisturbed
    case 'connectionLost':
      return row.lostSide === 'server' || row.lostSide === null ? wasDisturbed : wasAway(row.lostSide)
    case 'byOperator':
    case null:
      return false
  }
}

/** Both sides of every call, and every watcher. */
const screensOf = ({
  stories,
  visits,
}: Observations): { callId: string | null; sides: SideObservation[] }[] => [
  ...stories.map(({ callId, sides }) => ({ callId, sides: Object.values(sides) })),
  ...visits.map(({ callId, watcher }) => ({ callId, sides: [watcher] })),
]

export const noScreenIsStuck: Rule = ({ observations }) =>
  screensOf(observations).flatMap(({ callId, sides }) =>
    sides.flatMap(({ memberId, stuckAt }) =>
      stuckAt === null ? [] : [`call ${callId}: the screen of ${memberId} still showed ${stuckAt}`],
    ),
  )

/** While everything is well, every question is answered. */
export const noQuestionFailsInCalm: Rule = ({ kills, observations }) => {
  const downtimes = downtimesOf(kills).map(({ from, to }) => ({ from, to: to + settlingDownMs }))
  const cutsOf = new Map<string, Span[]>()
  for (const { sides } of screensOf(observations)) {
    for (const { memberId, cuts } of sides) {
      const spans = cuts.map(({ from, to }) => ({ from, to: to ?? Number.POSITIVE_INFINITY }))
      cutsOf.set(memberId, [...(cutsOf.get(memberId) ?? []), ...spans])
    }
  }
  return observations.failures.flatMap(({ memberId, path, requestedAt, answeredAt }) => {
    const request = { from: requestedAt, to: answeredAt }
    const isExcused = [...downtimes, ...(cutsOf.get(memberId) ?? [])].some((span) => overlaps(span, request))
    return isExcused ? [] : [`${path} of ${memberId} failed in calm, ${requestedAt} to ${answeredAt}`]
  })
}
