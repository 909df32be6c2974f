import type { CallState } from '#domain/calls/transition.ts'
import { callCard } from '#domain/chat/call-card.ts'
import { type CallCard, postCallCard } from '#server/chat/actions/post-call-card.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inSavepoint } from '#server/db/savepoint.ts'
import type { CallRecord } from '../call-record.ts'

/** The end of a call waits this long for the lock of its conversation. */
const lockTimeoutMs = 1_000

/** The card of an ended call for the conversation of its sides; null for none. */
export const cardOf = (
  record: CallRecord,
  state: CallState,
  cost: { charged: number; connectedMs: number },
): CallCard | null => {
  const body = callCard({
    callId: record.id,
    kind: record.kind,
    before: record.state,
    after: state,
    wasConnected: record.connectedAt !== null,
    ...cost,
  })
  const sides = { callerId: record.callerId, broadcasterId: record.broadcasterId }
  return body && { sides, dialler: record.state.dialler, body }
}

/**
 * Posts the card in the transaction of the call's end. A conversation that can't receive it must not keep the
 * call from ending and the meter from settling: then the card is for `postLateCard`.
 *
 * @returns the card that wasn't posted; null when all is done
 */
export const postCard = async (context: Context, tx: Tx, card: CallCard | null): Promise<CallCard | null> => {
  if (!card) return null
  const failure = await inSavepoint(tx, { lockTimeoutMs }, () => postCallCard(context, tx, card))
  if (failure) context.log.error('call-card-late', { callId: card.body.callId, error: failure.error })
  return failure && card
}

/** Tries again once the end is committed. Nothing waits for it. */
export const postLateCard = (context: Context, card: CallCard): void => {
  postCallCard(context, context.db, card).catch((error: unknown) =>
    context.log.error('call-card-lost', { callId: card.body.callId, error }),
  )
}
