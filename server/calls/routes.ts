import { createHash } from 'node:crypto'
import type { callsEndpoints } from '#contract/calls/calls.ts'
import { refuse } from '#contract/core/refusal.ts'
import { isRinging } from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { seatedCallId } from '#server/members/call-seat.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { acceptCall } from './actions/accept-call.ts'
import { applyEvent } from './actions/apply-event.ts'
import { sendCallRequest } from './actions/send-call-request.ts'
import { receiptFor, receiptLines } from './billing/receipts.ts'
import { signedCallReceipt } from './billing/signed-receipt.ts'
import { findCall, roleIn } from './call-record.ts'
import { tokensFor } from './media/tokens.ts'
import { withOwnTokens, withTokens } from './media/with-tokens.ts'
import { snapshotFor, snapshotOf } from './queries.ts'
import { markEndSeen, unseenEndOf } from './unseen-ends.ts'

/** A member's stable 32-bit numeric id in one channel; it says nothing about the member's id in another. */
const agoraUidOf = (channelId: string, memberId: string): number =>
  createHash('sha256').update(`${channelId}:${memberId}`).digest().readUInt32BE(0)

/** A participant's own event on a call. Anybody else's id is answered with `notFound`. */
const onBehalf = async (
  context: Context,
  viewer: Viewer,
  callId: string,
  type: 'decline' | 'cancel' | 'hangUp',
) => {
  const record = await findCall(context.db, callId)
  const role = record && roleIn(record, viewer.memberId)
  if (!role) return refuse('notFound')
  const applied = await applyEvent(context, record, { type, by: role })
  if (!('refused' in applied)) return applied
  return applied.refused === 'notFound' ? refuse('notFound') : refuse('callNotRinging')
}

export const callsHandlers: HandlersOf<typeof callsEndpoints> = {
  sendCallRequest: async ({ context, viewer, input }) => {
    if (!context.limits.ring.admits(viewer.memberId)) return refuse('tooManyRequests')
    const record = await sendCallRequest(context, viewer, input)
    return 'refused' in record
      ? record
      : { type: 'success', ...(await withTokens(context, record, viewer, input.pageId)) }
  },
  checkIncomingCall: async ({ context, viewer }) => ({
    type: 'success',
    incomingInfo: context.incoming.of(viewer.memberId),
  }),
  getCall: async ({ context, viewer, input }) => {
    const found = await snapshotFor(context, input.callId, viewer.memberId)
    if (!found) return refuse('notFound')
    const isDialling = found.snapshot.dialled && isRinging(found.record.state)
    if (isDialling) await applyEvent(context, input.callId, { type: 'diallerSeen' })
    return { type: 'success', call: found.snapshot }
  },
  getMyCall: async ({ context, viewer }) => {
    const callId = await seatedCallId(context.db, viewer.memberId)
    const found = callId && (await snapshotFor(context, callId, viewer.memberId))
    return { type: 'success', call: found ? found.snapshot : null }
  },
  acceptCall: async ({ context, viewer, input }) => {
    const { memberId, sessionKey } = viewer
    const device = { pageId: input.pageId, sessionKey }
    const accepted = await acceptCall(context, memberId, input.callId, device)
    if ('refused' in accepted) return accepted
    return { type: 'success', ...(await withOwnTokens(context, accepted.after, viewer)) }
  },
  declineCall: async ({ context, viewer, input }) => {
    const applied = await onBehalf(context, viewer, input.callId, 'decline')
    return 'refused' in applied ? applied : { type: 'success' }
  },
  cancelCall: async ({ context, viewer, input }) => {
    const applied = await onBehalf(context, viewer, input.callId, 'cancel')
    return 'refused' in applied ? applied : { type: 'success' }
  },
  endCall: async ({ context, viewer, input }) => {
    const applied = await onBehalf(context, viewer, input.callId, 'hangUp')
    const role = 'refused' in applied ? null : roleIn(applied.after, viewer.memberId)
    if ('refused' in applied || !role) return refuse('notFound')
    return { type: 'success', call: await snapshotOf(context, applied.after, role) }
  },
  joinCall: async ({ context, viewer, input }) => {
    const found = await snapshotFor(context, input.callId, viewer.memberId)
    if (!found) return refuse('notFound')
    if (found.record.endedAt !== null) return refuse('callGone')
    const { callId, pageId } = input
    if (pageId) {
      const { memberId } = viewer
      await context.events.publish(context.db, { type: 'call:taken', memberId, callId, pageId })
    }
    return { type: 'success', ...(await withTokens(context, found.record, viewer, pageId)) }
  },
  getUnseenCallEnd: async ({ context, viewer }) => ({
    type: 'success',
    call: await unseenEndOf(context, viewer.memberId),
  }),
  markCallEndSeen: async ({ context, viewer, input }) =>
    (await markEndSeen(context.db, input.callId, viewer.memberId)) ? { type: 'success' } : refuse('notFound'),
  getAgoraUid: async ({ context, viewer, input }) => {
    const found = await snapshotFor(context, input.channelId, viewer.memberId)
    return found ? { type: 'success', uid: agoraUidOf(input.channelId, viewer.memberId) } : refuse('notFound')
  },
  getRtmLoginAuth: async ({ context, viewer, input }) => {
    const found = await snapshotFor(context, input.channelId, viewer.memberId)
    if (!found) return refuse('notFound')
    if (found.record.endedAt !== null) return refuse('callGone')
    const call = { callId: found.record.id, memberId: viewer.memberId, role: found.role, sessionId: null }
    return {
      type: 'success',
      userId: viewer.memberId,
      token: tokensFor(context.secret, call, context.now()).rtm_channel_token,
    }
  },
  getReceipt: async ({ context, viewer, input }) => {
    const receipt = await receiptFor(context, input.callId, viewer.memberId)
    return receipt
      ? { type: 'success', receipt, signed: await signedCallReceipt(context, receipt) }
      : refuse('notFound')
  },
  getReceipts: async ({ context, viewer, input }) => ({
    type: 'success',
    ...(await receiptLines(context, viewer.memberId, input)),
  }),
}
