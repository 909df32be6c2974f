import type { CallKind, CallOrigin, CallRole, CallSnapshot, CallTokens } from '#contract/calls/calls.ts'

/** A ring that rings already, and what its media needs. */
export type CallMatch = CallTokens & { call: CallSnapshot }

interface AnyEntry {
  kind: CallKind
  origin: CallOrigin
  partnerId: string
  role: CallRole
}

export interface OutgoingEntry extends AnyEntry {
  direction: 'outgoing'
  /** The price tapped just now, in points per minute; null: the screen shows the price and waits. */
  tappedRate: number | null
  /** The ring that the random matching has begun already. */
  match?: CallMatch
}

export interface IncomingEntry extends AnyEntry {
  direction: 'incoming'
  callId: string | null
}

/** How the call screen was reached. */
export type CallEntry = OutgoingEntry | IncomingEntry
