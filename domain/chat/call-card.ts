import type { CallKind } from '#contract/calls/calls.ts'
import { wholeSeconds } from '#domain/calls/duration.ts'
import type { CallState } from '#domain/calls/transition.ts'
import type { StoredBody } from './message.ts'

export interface EndedCall {
  callId: string
  kind: CallKind
  /** The states of the call before and after the event that ended it. */
  before: CallState
  after: CallState
  wasConnected: boolean
  connectedMs: number
  /** Points that the call cost the caller in the end. */
  charged: number
}

/**
 * The card that a call leaves in the conversation of its two sides: a call card if the call was connected, a
 * missed-call card if it rang until the time was over. A call that was declined, busy or failed leaves no
 * card.
 */
export const callCard = (call: EndedCall): Extract<StoredBody, { kind: 'call' | 'missedCall' }> | null => {
  const { end } = call.after
  if (!end) return null
  if (call.wasConnected)
    return {
      kind: 'call',
      callId: call.callId,
      callKind: call.kind,
      endReason: end.reason,
      callDurationSec: wholeSeconds(call.connectedMs),
      charged: call.charged,
    }
  return call.before.phase === 'ringing' && wasMissed(call.after) ? missedCallCard(call) : null
}

/** Whether a call ended because nobody answered it. */
export const wasMissed = ({ end, acceptedAt }: CallState): boolean =>
  acceptedAt === null && (end?.reason === 'missed' || end?.reason === 'cancelled')

export const missedCallCard = ({
  callId,
  kind,
}: Pick<EndedCall, 'callId' | 'kind'>): Extract<StoredBody, { kind: 'missedCall' }> => ({
  kind: 'missedCall',
  callId,
  callKind: kind,
})
