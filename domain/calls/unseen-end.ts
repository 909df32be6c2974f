import type { CallRole, EndReason } from '#contract/calls/calls.ts'

/** After so long nobody is told any more how a call ended; the receipt stays. */
export const unseenEndMs = 86_400_000

const endedBy: Partial<Record<EndReason, CallRole>> = { byCaller: 'caller', byBroadcaster: 'broadcaster' }

/**
 * Whether a side may not know how the call ended, because its page may have been closed. The side that hung up knows,
 * and so do both of a ring: the missed one has its card in the chat.
 */
export const mayHaveMissedEnd = (
  side: CallRole,
  call: { isConnected: boolean; endReason: EndReason },
): boolean => call.isConnected && endedBy[call.endReason] !== side
