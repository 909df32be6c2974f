import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import { birthDateOf } from '#server/members/queries.ts'
import { type Applied, type CallRecord, findCall, roleIn, sidesOf } from '../call-record.ts'
import { applyEvent } from './apply-event.ts'

export type AcceptRefusal =
  | 'notFound'
  | 'underAge'
  | 'callGone'
  | 'callNotRinging'
  | 'insufficientPoints'
  | 'callAlreadyInCall'
  | 'mediaUnavailable'

/**
 * The callee answers. When she dialled, his minute is held now; without one increment the call ends as pointless:
 * he is told why, she sees only 'つながりませんでした'.
 */
export const acceptCall = async (
  context: Context,
  memberId: string,
  callId: string,
): Promise<Applied | Refusal<AcceptRefusal>> => {
  const record = await findCall(context.db, callId)
  const role = record && roleIn(record, memberId)
  if (!role) return refuse('notFound')
  const refusal = await ageRefusal(context, record, memberId)
  if (refusal) return refusal
  const accepted = await applyEvent(context, callId, { type: 'accept', by: role })
  if (!('refused' in accepted)) return accepted
  if (accepted.refused === 'insufficientPoints') await applyEvent(context, callId, { type: 'fundsExhausted' })
  return accepted.refused === 'forbidden' ? refuse('callNotRinging') : refuse(accepted.refused)
}

/** Who states a birth date while it rings may not talk any more, whichever side he is on. */
const ageRefusal = async (
  context: Context,
  record: CallRecord,
  memberId: string,
): Promise<Refusal<'underAge' | 'callGone'> | null> => {
  for (const side of sidesOf(record)) {
    if (!isUnderAge(await birthDateOf(context.db, side), context.now())) continue
    if (side === memberId) return refuse('underAge')
    await applyEvent(context, record.id, { type: 'operatorEnded' })
    return refuse('callGone')
  }
  return null
}
