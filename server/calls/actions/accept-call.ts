import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { birthDateOf } from '#server/members/queries.ts'
import { type Applied, type CallRecord, roleIn, sidesOf } from '../call-record.ts'
import { openCallsInLiveRoom } from '../queries.ts'
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
 * The callee answers. When the broadcaster dialled, the payer's minute is held now; without one increment the
 * call ends as pointless: the caller reads why, the broadcaster reads only 'つながりませんでした'.
 *
 * @param pageId the page that answers: the room takes the line that stands for it
 */
export const acceptCall = async (
  context: Context,
  memberId: string,
  callId: string,
  pageId?: string,
): Promise<Applied | Refusal<AcceptRefusal>> => {
  const tried = await tryAccept(context, memberId, callId, pageId)
  const accepted = 'live' in tried ? await acceptLive(context, memberId, tried.live) : tried
  if (!('refused' in accepted)) return accepted
  const { refused } = accepted
  if (refused === 'insufficientPoints') await applyEvent(context, callId, { type: 'fundsExhausted' })
  // The call has ended, or the partner may not talk: then it ends now.
  if (refused === 'callGone') await applyEvent(context, callId, { type: 'operatorEnded' })
  switch (refused) {
    case 'forbidden':
    // Of a running call's kind, which this event never asks about.
    case 'callWrongKind':
    case 'callKindRefused':
    case 'callRateChanged':
    case 'callNotAsked':
      return refuse('callNotRinging')
    default:
      return refuse(refused)
  }
}

/** A live call comes back unaccepted: its caller may be watching. */
const tryAccept = async (
  context: Context,
  memberId: string,
  callId: string,
  pageId: string | undefined,
): Promise<Awaited<ReturnType<typeof acceptEvent>> | { live: CallRecord }> => {
  let live: CallRecord | null = null
  const tried = await acceptEvent(context, { memberId, callId, pageId }, (call) => {
    if (call.origin === 'live' && call.state.phase === 'ringing' && call.broadcasterId === memberId)
      live = call
    return live !== null
  })
  return live === null ? tried : { live }
}

/**
 * The caller of a live call stops watching: the visit is settled before the minute of the live call is held, so that no
 * second is charged twice.
 */
const acceptLive = async (context: Context, memberId: string, { id, liveRoomId, callerId }: CallRecord) => {
  for (const visit of await openCallsInLiveRoom(context.db, liveRoomId ?? '', callerId))
    if (visit.origin === 'sideWatch') await applyEvent(context, visit, { type: 'hangUp', by: 'caller' })
  return acceptEvent(context, { memberId, callId: id }, () => false)
}

const acceptEvent = (
  context: Context,
  { memberId, callId, pageId }: { memberId: string; callId: string; pageId?: string | undefined },
  isTooEarly: (call: CallRecord) => boolean,
) =>
  applyEvent(context, callId, async (tx, call) => {
    const by = roleIn(call, memberId)
    if (!by) return refuse('notFound')
    if (isTooEarly(call)) return refuse('callNotRinging')
    return (await ageRefusal(context, tx, call, memberId)) ?? { type: 'accept', by, pageId }
  })

/** A side that stated a birth date under 18 while the call rang may not talk any more. */
const ageRefusal = async (
  context: Context,
  tx: Tx,
  call: CallRecord,
  memberId: string,
): Promise<Refusal<'underAge' | 'callGone'> | null> => {
  for (const side of sidesOf(call)) {
    if (isUnderAge(await birthDateOf(tx, side), context.now()))
      return refuse(side === memberId ? 'underAge' : 'callGone')
  }
  return null
}
