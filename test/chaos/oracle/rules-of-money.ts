import { signGapMsMax } from '#adapters/media/embedded/metering/meter.ts'
import type { Receipt } from '#contract/calls/calls.ts'
import { incrementsPerMinute, registrationBonusPoints } from '#contract/points/points.ts'
import { incrementsUsed } from '#domain/points/increment.ts'
import { decidePointBack } from '#domain/points/point-back.ts'
import { type CallRow, type Evidence, pointsOf } from './evidence.ts'
import { joinedVisits } from './joined-visits.ts'
import type { CallObservation, SideObservation, VisitObservation } from './observations.ts'

/** Packets on their way and both sides' timers; beyond it the caller paid for what never arrived. */
const hearingToleranceMs = 500
const japanOffsetMs = 9 * 3_600_000
const dayMs = 24 * 3_600_000

export type Rule = (evidence: Evidence) => string[]

export const storiesWithRows = ({
  observations,
  calls,
}: Evidence): { story: CallObservation; row: CallRow }[] => {
  const rows = new Map(calls.map((row) => [row.id, row]))
  return observations.stories.flatMap((story) => {
    const row = story.callId === null ? undefined : rows.get(story.callId)
    return row ? [{ story, row }] : []
  })
}

export const visitsWithRows = ({
  observations,
  calls,
}: Evidence): { visit: VisitObservation; row: CallRow }[] => {
  const rows = new Map(calls.map((row) => [row.id, row]))
  return joinedVisits(observations.visits).flatMap((visit) => {
    const row = visit.callId === null || visit.enteredAt === null ? undefined : rows.get(visit.callId)
    return row ? [{ visit, row }] : []
  })
}

/** Who paid for each call and each visit, in the order in which a member lived them. */
export const payersWithRows = (evidence: Evidence): { payer: SideObservation; row: CallRow }[] => [
  ...storiesWithRows(evidence).map(({ story, row }) => ({ payer: story.sides.caller, row })),
  ...visitsWithRows(evidence).map(({ visit, row }) => ({ payer: visit.watcher, row })),
]

/** What a call took from the payer in the end, and what was paid beside its meter. */
const netOf = (row: CallRow): number =>
  row.capturedPoints - row.returnedPoints + (row.visit?.besidePoints ?? 0)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const ledgerAddsUp: Rule = ({ ledgerDefects }) =>
  ledgerDefects.map(({ problem, subject }) => `ledger_check: ${problem}: ${subject}`)

export const nothingIsLeftOpen: Rule = ({ calls, rooms, flow, seats, openHolds }) => [
  ...rooms.filter(({ endedAt }) => endedAt === null).map(({ id }) => `live room ${id} is still open`),
  ...flow.filter(({ state }) => state === 'waiting').map(({ id }) => `menu order ${id} still waits`),
  ...calls.filter(({ phase }) => phase !== 'ended').map(({ id, phase }) => `call ${id} is still ${phase}`),
  ...(seats > 0 ? [`${seats} seats are still taken`] : []),
  ...(openHolds > 0 ? [`${openHolds} holds are still open`] : []),
]

export const everyCallIsSettledOnce: Rule = ({ calls }) =>
  calls.flatMap((row) => {
    const { id, meter } = row
    if (!meter)
      return row.connectedAt === null || row.visit?.isFreeLook
        ? []
        : [`call ${id} was connected and has no meter`]
    const defects: string[] = []
    if (meter.state !== 'settled' || meter.settledAt === null)
      defects.push(`the meter of call ${id} is not settled`)
    if (row.capturedPoints !== pointsOf(meter, { upto: meter.increments }))
      defects.push(`call ${id} paid ${row.capturedPoints} points for ${meter.increments} increments`)
    if (meter.holdCapturedPoints !== row.capturedPoints)
      defects.push(
        `the hold of call ${id} gave ${meter.holdCapturedPoints}, the call took ${row.capturedPoints}`,
      )
    if (meter.holdCapturedPoints + meter.holdReleasedPoints !== meter.heldPoints)
      defects.push(`the hold of call ${id} was not released once`)
    if (row.connectedAt === null && row.capturedPoints > 0)
      defects.push(`call ${id} never connected and was paid`)
    const used = Math.min(incrementsUsed(meter.chargedMs), meter.fundedIncrements)
    if (row.connectedAt !== null && meter.increments !== used)
      defects.push(`call ${id} used ${used} increments and paid ${meter.increments}`)
    if (row.connectedAt !== null && incrementsUsed(row.chargedMs) !== incrementsUsed(meter.chargedMs))
      defects.push(
        `the receipt of call ${id} shows ${row.chargedMs} ms, its meter charged ${meter.chargedMs} ms`,
      )
    return defects
  })

/** A line of the caller that was down for so short a time lost packets: the next sign of life confirms them. */
const stutteredMs = ({ cuts }: SideObservation): number =>
  cuts
    .map(({ from, to }) => (to ?? Number.POSITIVE_INFINITY) - from)
    .filter((lastedMs) => lastedMs <= signGapMsMax)
    .reduce((sum, lastedMs) => sum + lastedMs, 0)

/** A payer pays for what arrived, and for nothing else. */
export const nobodyPaysForSilence: Rule = (evidence) =>
  payersWithRows(evidence).flatMap(({ payer, row }) => {
    const { heardMs } = payer
    const chargedMs = row.meter?.chargedMs ?? 0
    return chargedMs > heardMs + stutteredMs(payer) + hearingToleranceMs
      ? [`call ${row.id} charged ${chargedMs} ms, the payer heard ${Math.round(heardMs)} ms`]
      : []
  })

/** Of returns that were made at the same time, the ledger's order says which one came first. */
const returnsBefore = (calls: readonly CallRow[], row: CallRow) => {
  const dayOf = ({ meter }: CallRow) => Math.floor(((meter?.settledAt ?? 0) + japanOffsetMs) / dayMs)
  const isBefore = (one: CallRow) => {
    if (one.returnedAs === null || one === row || dayOf(one) !== dayOf(row)) return false
    return row.returnedAs === null
      ? (one.meter?.settledAt ?? 0) <= (row.meter?.settledAt ?? 0)
      : one.returnedAs < row.returnedAs
  }
  const before = calls.filter(isBefore)
  const byPlatform = before.filter(
    (one) => one.returnedByPlatformPoints > 0 && one.broadcasterId === row.broadcasterId,
  )
  return {
    ofCaller: before.filter(({ callerId }) => callerId === row.callerId).length,
    byPlatform: {
      ofPair: byPlatform.filter(({ callerId }) => callerId === row.callerId).length,
      ofBroadcaster: byPlatform.length,
    },
  }
}

/** The rule holds for calls and for visits of live rooms, whose comments, presents and orders aren't returned. */
export const pointBackFollowsTheRule: Rule = ({ calls }) =>
  calls.flatMap((row) => {
    const { meter, endReason } = row
    if (!meter || !endReason) return []
    const before = returnsBefore(calls, row)
    const expected = decidePointBack({
      endReason,
      lostSide: row.lostSide,
      points: row.capturedPoints,
      lastMinutePoints: pointsOf(meter, {
        from: meter.increments - incrementsPerMinute,
        upto: meter.increments,
      }),
      pointBacksToday: before.ofCaller,
      platformPaidToday: before.byPlatform,
    })
    const byPlatform = expected?.paidByPlatform ? expected.points : 0
    const isRight =
      row.returnedPoints === (expected?.points ?? 0) &&
      row.returnedByPlatformPoints === byPlatform &&
      meter.pointBackPoints === row.returnedPoints
    return isRight
      ? []
      : [
          `call ${row.id} (${endReason}, ${row.lostSide}, ${row.capturedPoints} points) returned ` +
            `${row.returnedPoints}, ${row.returnedByPlatformPoints} by the platform, instead of ${expected?.points ?? 0}, ${byPlatform}`,
        ]
  })

/**
 * A call in which nothing arrived leaves no receipt, unless something was paid in the room; perhaps later than this side
 * looked, when an order was carried out.
 */
const mayBeReceipt = (receipt: Receipt | null | undefined, { connectedAt, visit }: CallRow): boolean =>
  connectedAt === null ? receipt === null || (visit?.besidePoints ?? 0) > 0 : receipt !== null

const receiptDefects = (
  sides: readonly SideObservation[],
  payer: SideObservation,
  row: CallRow,
): string[] => {
  const defects: string[] = []
  for (const side of sides) {
    const isKnown = side.receipt !== undefined
    if (!isKnown) defects.push(`call ${row.id}: ${side.memberId} never got an answer about the receipt`)
    else if (!mayBeReceipt(side.receipt, row))
      defects.push(`call ${row.id}: ${side.memberId} got ${side.receipt ? 'a' : 'no'} receipt`)
  }
  const { receipt } = payer
  if (receipt && (receipt.points !== row.capturedPoints || (receipt.pointBack ?? 0) !== row.returnedPoints))
    defects.push(
      `call ${row.id}: the payer's receipt said ${receipt.points} and ${receipt.pointBack} back, the ledger has ` +
        `${row.capturedPoints} and ${row.returnedPoints}`,
    )
  if (receipt && receipt.endReason !== row.endReason)
    defects.push(
      `call ${row.id}: the payer's receipt said ${receipt.endReason}, the call has ${row.endReason}`,
    )
  return defects
}

/** The wallet of a caller after each of the caller's calls or visits, as the caller saw it. */
const walletDefects = (
  caller: string,
  granted: number,
  sides: readonly { side: SideObservation; net: number }[],
) => {
  let point = granted
  return sides.flatMap(({ side, net }) => {
    point -= net
    if (!side.wallet) return []
    const { point: shown, held } = side.wallet
    return shown === point && held === 0
      ? []
      : [`${caller} was shown ${shown} points and ${held} held where the ledger has ${point} and 0`]
  })
}

/** Whatever a member was shown about money is so at the end. */
export const acknowledgedMoneyStays: Rule = (evidence) => {
  const payers = payersWithRows(evidence)
  const defects = [
    ...storiesWithRows(evidence).flatMap(({ story: { sides }, row }) =>
      receiptDefects([sides.caller, sides.broadcaster], sides.caller, row),
    ),
    ...visitsWithRows(evidence).flatMap(({ visit: { watcher }, row }) =>
      receiptDefects([watcher], watcher, row),
    ),
  ]
  for (const [memberId, granted] of evidence.granted) {
    const own = payers.filter(({ row }) => row.callerId === memberId)
    const sides = own.map(({ payer, row }) => ({ side: payer, net: netOf(row) }))
    defects.push(...walletDefects(memberId, granted, sides))
    const spent = sum(
      evidence.spends
        .filter(
          (spend) => spend.payerId === memberId && evidence.spendKeys.has(`spend:${memberId}:${spend.key}`),
        )
        .map((spend) => spend.points),
    )
    const expected =
      granted - spent - sum(evidence.calls.filter((row) => row.callerId === memberId).map(netOf))
    const balance = evidence.wallets.get(memberId)?.balance
    if (balance !== expected) defects.push(`${memberId} has ${balance} points instead of ${expected}`)
  }
  for (const { payerId, key, isAcknowledged } of evidence.spends) {
    if (isAcknowledged && !evidence.spendKeys.has(`spend:${payerId}:${key}`))
      defects.push(`the acknowledged spend ${key} of ${payerId} is lost`)
  }
  return defects
}

export const everyNewcomerGetsCallerPointsOnce: Rule = ({ observations, newcomers }) =>
  observations.newcomers.flatMap(({ name, memberId, point }) => {
    const found = newcomers.get(name) ?? { members: 0, granted: 0 }
    const isRight = found.members === 1 && found.granted === registrationBonusPoints
    const wasShown = memberId === null || point === registrationBonusPoints
    return isRight && wasShown
      ? []
      : [`${name} is ${found.members} members with ${found.granted} points, and was shown ${point}`]
  })
