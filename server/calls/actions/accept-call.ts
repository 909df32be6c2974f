import { type Refusal, refuse } from '../../../contract/refusal.ts'
import { isUnderAge } from '../../../domain/account/birth-date.ts'
import { birthDateOf } from '../../account/queries.ts'
import type { Context } from '../../context.ts'
import { type Applied, findCall, roleIn } from '../call-record.ts'
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
  // Who states a birth date while it rings may not answer any more.
  if (isUnderAge(await birthDateOf(context.db, memberId), context.now())) return refuse('underAge')
  const accepted = await applyEvent(context, callId, { type: 'accept', by: role })
  if (!('refused' in accepted)) return accepted
  if (accepted.refused === 'insufficientPoints') await applyEvent(context, callId, { type: 'fundsExhausted' })
  return accepted.refused === 'forbidden' ? refuse('callNotRinging') : refuse(accepted.refused)
}
