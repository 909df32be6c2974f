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
  /** Points per minute of the live call over a running room. */
  liveRate?: number
  /** The ring that random matching has started already. */
  match?: CallMatch
}

export interface IncomingEntry extends AnyEntry {
  direction: 'incoming'
  callId: string | null
}

/** What was chosen before a live room is entered. */
export interface Visit {
  /** The price on the button, in points per minute. */
  ratePointsPerMin: number
  /** The watcher's own limit in points; null: none. */
  spendCap: number | null
  isFreeLook: boolean
}

/** A live room that is watched: nothing rings, and nothing of the member is sent. It begins with `enterRoom`. */
export interface WatchEntry extends AnyEntry {
  direction: 'watch'
  roomId: string
}

/** How the member reached the call screen. */
export type CallEntry = OutgoingEntry | IncomingEntry | WatchEntry

/**
 * A watcher's page sends nothing. Nor does the page on which a broadcaster takes a live call: the room already has the
 * broadcaster's picture and sound, from the page or the encoder that is live.
 */
export const onlyReceives = ({ direction, origin, role }: CallEntry): boolean =>
  direction === 'watch' || (origin === 'live' && role === 'broadcaster')

/** The call's id, where the entry names one. */
export const callIdOf = (entry: CallEntry): string | null => {
  if (entry.direction === 'incoming') return entry.callId
  return entry.direction === 'outgoing' ? (entry.match?.callId ?? null) : null
}

/** By what a call is paid for. */
export type PayKind = CallKind | 'live' | 'sideWatch'

export const payKindOf = ({ kind, origin }: Pick<CallEntry, 'kind' | 'origin'>): PayKind =>
  origin === 'live' || origin === 'sideWatch' ? origin : kind
