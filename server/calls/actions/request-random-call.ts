import { defaultRates } from '#contract/calls/calls.ts'
import type { RandomWait } from '#contract/calls/random-calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { choosersMax, estimateWaitSec, hasPossiblePartner, partnersFor } from '#domain/calls/random/random.ts'
import { isRinging } from '#domain/calls/transition.ts'
import { unprovenMsLeft } from '#domain/calls/unproven.ts'
import { type IdentityKeys, looksLikeSamePerson } from '#domain/people/same-person.ts'
import { incrementPoints } from '#domain/points/increment.ts'
import type { Context } from '#server/context.ts'
import { isConsentDue } from '#server/legal/queries.ts'
import { seatedCallId } from '#server/members/call-seat.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import { standbyPartners } from '#server/people/standby-partners.ts'
import { myPoint } from '#server/points/my-point.ts'
import { unprovenToday } from '../billing/unproven-today.ts'
import { type CallRecord, findCall, roleIn } from '../call-record.ts'
import { decideCall } from '../decide-call.ts'
import {
  blockedPairs,
  callersAhead,
  cancelSearch,
  claimQueuePlace,
  lastRungAt,
  leaveQueue,
  lockPlace,
  type QueuedCaller,
  recentMatches,
  recordPossiblePartner,
} from '../random/queries.ts'
import { applyEvent } from './apply-event.ts'
import { placeCall, ringPlaced } from './place-call.ts'

/**
 * The price on the caller's button, in points per minute: a random call never rings a broadcaster with a
 * higher rate.
 */
const rateMax = defaultRates.video
/**
 * Partners who turn out to be gone or busy when they are rung, in one request; the next request is 2 s away.
 */
const triesMax = 5

/** Why the caller may not look for anybody now. */
type CallerRefusal =
  | 'underAge'
  | 'consentDue'
  | 'callSameRole'
  | 'callAlreadyInCall'
  | 'callReceptionUnproven'
  | 'insufficientPoints'
type RandomRefusal = CallerRefusal | 'idempotencyMismatch' | 'callGone'

export type RandomAnswer = { matched: CallRecord } | { waiting: RandomWait }

/**
 * Requested every 2 s with one id. Rings the broadcaster who has waited longest among those whom no caller
 * ahead will take, or keeps the caller's place. No points are held while a caller waits; the balance must pay
 * for one increment.
 */
export const requestRandomCall = async (
  context: Context,
  { memberId }: Viewer,
  callId: string,
): Promise<RandomAnswer | Refusal<RandomRefusal>> => {
  const { db } = context
  const earlier = await findCall(db, callId)
  if (earlier) return rungEarlier(context, earlier, memberId)
  const status = await statusOf(context, memberId)
  if (typeof status !== 'string') {
    await leaveQueue(db, memberId, callId)
    return status
  }
  const since = await claimQueuePlace(db, memberId, callId)
  if (since === null) return refuse('callGone')
  const ahead = await callersAhead(db, memberId)
  if (status === 'free' && ahead.choosers < choosersMax) {
    const matched = await match(context, { callerId: memberId, callId, ahead: ahead.callers })
    if (matched && 'refused' in matched) return matched
    if (matched) return { matched }
  }
  const estimateSec = estimateWaitSec({ ahead: ahead.total, matches: await recentMatches(db) })
  return { waiting: { since: since.toISOString(), ahead: ahead.total, estimateSec } }
}

/** Ends the search for good, and with it a ring that came of it meanwhile. */
export const cancelRandomCall = async (
  context: Context,
  { memberId }: Viewer,
  callId: string,
): Promise<void> => {
  await cancelSearch(context.db, memberId, callId)
  const call = await findCall(context.db, callId)
  if (call?.callerId !== memberId || call.origin !== 'random' || call.connectedAt !== null) return
  await applyEvent(context, callId, { type: 'hangUp', by: 'caller' })
}

const rungEarlier = async (
  context: Context,
  call: CallRecord,
  memberId: string,
): Promise<RandomAnswer | Refusal<RandomRefusal>> => {
  if (call.origin !== 'random' || roleIn(call, memberId) !== 'caller') return refuse('idempotencyMismatch')
  // The first ring broke off between its seats and its hold.
  const now = call.state.phase === 'requested' ? await ringPlaced(context, call.id, 'caller') : call
  if ('refused' in now) return forCaller(now.refused)
  if (now.state.end?.reason === 'pointless' && now.connectedAt === null) return refuse('insufficientPoints')
  return now.state.end ? refuse('callGone') : { matched: now }
}

/** `called`: a broadcaster rings the caller just now; the caller may go on waiting. */
const statusOf = async (
  context: Context,
  memberId: string,
): Promise<'free' | 'called' | Refusal<CallerRefusal>> => {
  const [own, seatedId, point, isUnagreed, unproven] = await Promise.all([
    callingTerms(context.db, memberId, context.now()),
    seatedCallId(context.db, memberId),
    myPoint(context, memberId),
    isConsentDue(context.db, memberId),
    unprovenToday(context.db, { callerId: memberId, broadcasterId: null }),
  ])
  if (own?.isUnderAge) return refuse('underAge')
  if (isUnagreed) return refuse('consentDue')
  if (own?.role !== 'caller') return refuse('callSameRole')
  const seated = seatedId === null ? null : await findCall(context.db, seatedId)
  if (seated && (seated.state.dialler === 'caller' || !isRinging(seated.state)))
    return refuse('callAlreadyInCall')
  if (unprovenMsLeft(unproven) === 0) return refuse('callReceptionUnproven')
  if (point < incrementPoints(rateMax)) return refuse('insufficientPoints')
  return seated ? 'called' : 'free'
}

interface Choice {
  callerId: string
  callId: string
  ahead: readonly QueuedCaller[]
}

/** Rings the first possible partner; null when there is none. */
const match = async (
  context: Context,
  choice: Choice,
): Promise<CallRecord | null | Refusal<RandomRefusal>> => {
  const { callerId, callId } = choice
  const partners = (await choices(context, choice)).slice(0, triesMax)
  if (partners.length === 0) return null
  if (!context.limits.ring.admits(callerId)) {
    // A caller who rings and cancels again and again waits for the rest of the minute, outside the queue: a
    // place at the front that takes nobody would keep the partner from everybody behind it.
    await leaveQueue(context.db, callerId, callId)
    return null
  }
  for (const partnerId of partners) {
    const sides = await decideCall(context, {
      diallerId: callerId,
      partnerId,
      kind: 'video',
      expectedRatePointsPerMin: rateMax,
    })
    if ('refused' in sides) continue
    const placed = await placeCall(context, { callId, kind: 'video', origin: 'random', sides }, async (tx) =>
      (await lockPlace(tx, callerId, callId)) ? null : refuse('callGone'),
    )
    // Another request with the same id was faster.
    if (!placed) {
      const faster = await findCall(context.db, callId)
      return faster && roleIn(faster, callerId) === 'caller' ? faster : refuse('idempotencyMismatch')
    }
    if (!('refused' in placed)) return placed
    const { refused } = placed
    if (refused === 'callPartnerBusy' || refused === 'partnerUnavailable') continue
    return forCaller(refused)
  }
  return null
}

/** A caller never reads the refusal that is worded for a broadcaster. */
const forCaller = (refused: 'insufficientPoints' | 'callAlreadyInCall' | 'callGone' | 'callNotConnected') =>
  refuse(refused === 'callNotConnected' ? 'callGone' : refused)

const choices = async (context: Context, { callerId, ahead }: Choice): Promise<string[]> => {
  const { db } = context
  const partners = await standbyPartners(db, rateMax, context.now())
  if (partners.length === 0) return []
  const own = await callingTerms(db, callerId, context.now())
  if (!own) return []
  const callers = [...ahead, { ...own, id: callerId }]
  const partnerIds = partners.map(({ id }) => id)
  const [apart, rungAt] = await Promise.all([
    blockedPairs(
      db,
      callers.map(({ id }) => id),
      partnerIds,
    ),
    lastRungAt(db, partnerIds),
  ])
  const keptApart = new Set(apart.map((pair) => pairKey(pair.callerId, pair.partnerId)))
  const callerMarks = new Map<string, IdentityKeys>(callers.map((caller) => [caller.id, caller]))
  const partnerMarks = new Map<string, IdentityKeys>(partners.map((partner) => [partner.id, partner]))
  const isOnePerson = (callerId: string, partnerId: string) => {
    const [caller, partner] = [callerMarks.get(callerId), partnerMarks.get(partnerId)]
    return caller !== undefined && partner !== undefined && looksLikeSamePerson(caller, partner)
  }
  const isOut = (caller: string, partner: string) =>
    keptApart.has(pairKey(caller, partner)) || isOnePerson(caller, partner)
  const waiting = partners.map(({ id, standbySince }) => ({
    id,
    waitsSince: Math.max(standbySince, rungAt.get(id) ?? 0),
  }))
  await recordPossiblePartner(db, callerId, hasPossiblePartner(callerId, waiting, isOut))
  return partnersFor(
    callers.map(({ id }) => id),
    waiting,
    isOut,
  )
}

const pairKey = (callerId: string, partnerId: string): string => `${callerId}:${partnerId}`
