import type { CallKind, CallOrigin, CallRole, CallSnapshot, CallTokens } from '#contract/calls/calls.ts'

/** A call that rings already, and what its media needs. */
export type CallMatch = CallTokens & { call: CallSnapshot }

interface AnyEntry {
  kind: CallKind
  origin: CallOrigin
  partnerId: string
  role: CallRole
}

export interface OutgoingEntry extends AnyEntry {
  direction: 'outgoing'
  /**
   * The price that was tapped, in points per minute; null: the screen shows the price and waits for a tap.
   */
  tappedRate: number | null
  /** The ring that random matching has started already. */
  match?: CallMatch
}

export interface IncomingEntry extends AnyEntry {
  direction: 'incoming'
  callId: string | null
}

/** How the member reached the call screen. */
export type CallEntry = OutgoingEntry | IncomingEntry
