import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { birthDateOf } from '#server/members/queries.ts'
import { type Applied, type CallRecord, roleIn, sidesOf } from '../call-record.ts'
import { runBySession } from '../call-sessions.ts'
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

export interface AnsweringDevice {
  /** The page that answers: the room takes the line that stands for it. */
  pageId?: string | undefined
  /** Of the session to which the callee's side belongs from now on. */
  sessionKey?: string | undefined
}

interface Answer extends AnsweringDevice {
  memberId: string
  callId: string
}

/**
 * The callee answers. When the broadcaster dialled, the payer's minute is held now; without one increment the
 * call ends as pointless: the caller reads why, the broadcaster reads only 'つながりませんでした'.
 */
export const acceptCall = async (
  context: Context,
  memberId: string,
  callId: string,
  device: AnsweringDevice = {},
): Promise<Applied | Refusal<AcceptRefusal>> => {
  const tried = await tryAccept(context, { memberId, callId, ...device })
  const accepted =
    'live' in tried ? await acceptLive(context, { memberId, callId, ...device }, tried.live) : tried
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
  answer: Answer,
): Promise<Awaited<ReturnType<typeof acceptEvent>> | { live: CallRecord }> => {
  let live: CallRecord | null = null
  const tried = await acceptEvent(context, answer, (call) => {
    if (call.origin === 'live' && call.state.phase === 'ringing' && call.broadcasterId === answer.memberId)
      live = call
    return live !== null
  })
  return live === null ? tried : { live }
}

/**
 * The caller of a live call stops watching: the visit is settled before the minute of the live call is held, so that no
 * second is charged twice.
 */
const acceptLive = async (
  context: Context,
  { memberId, callId, sessionKey }: Answer,
  { liveRoomId, callerId }: CallRecord,
) => {
  for (const visit of await openCallsInLiveRoom(context.db, liveRoomId ?? '', callerId))
    if (visit.origin === 'sideWatch') await applyEvent(context, visit, { type: 'hangUp', by: 'caller' })
  return acceptEvent(context, { memberId, callId, sessionKey }, () => false)
}

const acceptEvent = (
  context: Context,
  { memberId, callId, pageId, sessionKey }: Answer,
  isTooEarly: (call: CallRecord) => boolean,
) =>
  applyEvent(context, callId, async (tx, call) => {
    const by = roleIn(call, memberId)
    if (!by) return refuse('notFound')
    if (isTooEarly(call)) return refuse('callNotRinging')
    const refusal = await ageRefusal(context, tx, call, memberId)
    if (refusal) return refusal
    if (sessionKey !== undefined) await runBySession(tx, { callId, role: by }, { sessionKey })
    return { type: 'accept', by, pageId }
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
