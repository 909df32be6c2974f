import { sql } from 'kysely'
import { type CallKind, type CallRole, defaultRates } from '#contract/calls/calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { type RequestDecision, requestDecision } from '#domain/calls/request.ts'
import { unansweredRingsMax, unansweredRingsWindowMs } from '#domain/calls/timing.ts'
import { unprovenMsLeft } from '#domain/calls/unproven.ts'
import { voiceRateOf } from '#domain/calls/voice-rate.ts'
import type { Context } from '#server/context.ts'
import { isConsentDue } from '#server/legal/queries.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { unprovenToday } from './billing/unproven-today.ts'
import { pairsOverStrangersShare } from './ringing/stranger-rings.ts'
import { unansweredEnds } from './ringing/unanswered-ends.ts'

/** Who calls whom, and at what price. */
export interface CallSides {
  callerId: string
  broadcasterId: string
  dialler: CallRole
  ratePointsPerMin: number
  /** Of a minute without the broadcaster's picture. */
  voiceRatePointsPerMin: number
}

export interface CallToDecide {
  diallerId: string
  partnerId: string
  kind: CallKind
  /** The price on the caller's button, in points per minute, if it was sent. */
  expectedRatePointsPerMin: number | null
  /** For the live call with a broadcaster who is live: the room's rate; null: none is accepted. */
  liveRate?: { ratePointsPerMin: number | null }
}

type DecideRefusal = Extract<RequestDecision, { refused: unknown }>['refused']

/** Whether these two may ring now. The seats and the hold decide finally. */
export const decideCall = async (
  { db, now }: Context,
  { diallerId, partnerId, kind, expectedRatePointsPerMin, liveRate }: CallToDecide,
): Promise<CallSides | Refusal<DecideRefusal>> => {
  const [own, partner, unanswered, isBlocked, isUnagreed, overShare] = await Promise.all([
    callingTerms(db, diallerId, now()),
    callingTerms(db, partnerId, now()),
    unansweredRings(db, diallerId, partnerId),
    isBlockedPair(db, diallerId, partnerId),
    isConsentDue(db, diallerId),
    pairsOverStrangersShare(db, [diallerId], [partnerId]),
  ])
  if (!own) return refuse('partnerUnavailable')
  const [callerId, broadcasterId] =
    own.role === 'broadcaster' ? [partnerId, diallerId] : [diallerId, partnerId]
  const decided = requestDecision({
    own,
    partner:
      partner && liveRate
        ? { ...partner, rates: { ...partner.rates, video: liveRate.ratePointsPerMin } }
        : partner,
    isBlocked,
    kind,
    expectedRatePointsPerMin,
    unanswered,
    unansweredMax: unansweredRingsMax,
    unprovenMsLeft: unprovenMsLeft(await unprovenToday(db, { callerId, broadcasterId })),
    isConsentDue: isUnagreed,
    isOverStrangersShare: overShare.length > 0,
  })
  if ('refused' in decided) return decided
  return {
    callerId: decided.dialler === 'caller' ? diallerId : partnerId,
    broadcasterId: decided.dialler === 'caller' ? partnerId : diallerId,
    ...decided,
    voiceRatePointsPerMin: voiceRateOf(
      kind,
      decided.ratePointsPerMin,
      // The product's, where the broadcaster doesn't accept voice calls.
      (own.role === 'broadcaster' ? own : partner)?.rates.voice ?? defaultRates.voice,
    ),
  }
}

const unansweredRings = async (db: Context['db'], diallerId: string, partnerId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('call')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('dialler_id', '=', diallerId)
    .where((where) => where.or([where('caller_id', '=', partnerId), where('broadcaster_id', '=', partnerId)]))
    .where('accepted_at', 'is', null)
    .where('end_reason', 'in', unansweredEnds)
    .where('requested_at', '>', sql<Date>`now() - make_interval(secs => ${unansweredRingsWindowMs / 1000})`)
    .executeTakeFirstOrThrow()
  return count
}
