import { acceptCall } from '#server/calls/actions/accept-call.ts'
import { type CallRecord, calleeOf, findCall, roleIn } from '#server/calls/call-record.ts'
import { tokensFor } from '#server/calls/media/tokens.ts'
import { markEndSeen } from '#server/calls/unseen-ends.ts'
import type { Context } from '#server/context.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import type { DemoParticipants } from './demo-participants.ts'

/**
 * The demo's broadcasters answer calls by themselves while nobody is signed in as them. Only with the demo
 * seed.
 *
 * @returns a function that stops it
 */
export const startDemoAnswers = (context: Context, participants: DemoParticipants): (() => void) => {
  const pending = new Map<string, NodeJS.Timeout>()
  const answer = async (callId: string) => {
    pending.delete(callId)
    const record = await findCall(context.db, callId)
    if (!record || !(await answersAutomatically(context, record))) return
    const memberId = calleeOf(record)
    const accepted = await acceptCall(context, memberId, callId)
    if ('refused' in accepted) return
    await context.db.insertInto('demo_answer').values({ call_id: callId }).execute()
    await join(record, memberId)
  }
  const join = async (record: CallRecord, memberId: string) => {
    const callId = record.id
    const role = roleIn(record, memberId) ?? 'broadcaster'
    const tokens = tokensFor(context.secret, { callId, memberId, role, sessionId: null }, context.now())
    await participants.join({ callId, kind: record.kind, memberId, token: tokens.rtc_channel_token })
  }
  /** The participant has no page that could show how the call ended. */
  const deleteAnswer = async (record: CallRecord) => {
    const { numDeletedRows } = await context.db
      .deleteFrom('demo_answer')
      .where('call_id', '=', record.id)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await markEndSeen(context.db, record.id, calleeOf(record))
  }
  const consider = async (callId: string) => {
    const record = await findCall(context.db, callId)
    if (!record) return
    if (record.state.phase === 'ended') {
      clearTimeout(pending.get(callId))
      pending.delete(callId)
      participants.leave(callId)
      await deleteAnswer(record)
      return
    }
    if (
      record.state.phase !== 'ringing' ||
      pending.has(callId) ||
      !(await answersAutomatically(context, record))
    )
      return
    const delay = participants.answerAfterMs(calleeOf(record))
    if (delay === null) return
    const logged = () =>
      answer(callId).catch((error: unknown) => context.log.error('demo-answer-failed', { callId, error }))
    pending.set(callId, setTimeout(logged, delay))
  }
  /** Calls that were answered in an earlier process go on. */
  const joinAgain = async () => {
    for (const { call_id } of await context.db.selectFrom('demo_answer').select('call_id').execute()) {
      const record = await findCall(context.db, call_id)
      if (record?.endedAt === null) await join(record, calleeOf(record))
      else if (record) await deleteAnswer(record)
    }
  }
  joinAgain().catch((error: unknown) => context.log.error('demo-answer-failed', { error }))
  const unsubscribe = context.events.subscribe((event) => {
    if (event.type !== 'call:changed') return
    consider(event.callId).catch((error: unknown) =>
      context.log.error('demo-answer-failed', { callId: event.callId, error }),
    )
  })
  return () => {
    unsubscribe()
    for (const timer of pending.values()) clearTimeout(timer)
  }
}

const answersAutomatically = async (context: Context, record: CallRecord): Promise<boolean> => {
  const calleeId = calleeOf(record)
  const terms = await callingTerms(context.db, calleeId, context.now())
  return terms?.hasDemoParticipant === true && !context.presence.isHere(calleeId)
}
