import type { ComponentType } from 'react'
import { observable, type Settable } from '#web/shell/observable.ts'

import type { CallEntry } from './call-entry.ts'
import type { CallSession } from './call-session.ts'

/** What a call screen owns: one call, or the search that found it. */
export interface CallOwner {
  start(): void
  dispose(): void
  leavePage(): void
}

/** A running call whose screen was left: it continues in a bar beside the other pages. */
export interface HeldCall {
  /** Identifies the screen that has the call; see `screenKeyOf`. */
  screenKey: string
  owner: CallOwner
  session: CallSession
  entry: CallEntry
  /** Plays the partner, here as on the screen. */
  element: HTMLVideoElement
  /**
   * Shows it beside the other pages. The screen brings it, because no other page needs its code, and the element moves
   * there without a pause only if it is loaded.
   */
  Bar: ComponentType<{ held: HeldCall; isAtTop: boolean }>
}

export const screenKeyOf = ({ direction, kind, partnerId, origin }: CallEntry): string =>
  origin === 'random' && direction === 'outgoing'
    ? 'random'
    : `${direction} ${origin === 'live' ? origin : kind} ${partnerId}`

const current: Settable<HeldCall | null> = observable<HeldCall | null>(null)

/** The one call of this page that has no screen now. */
export const heldCall = {
  store: current,
  hold: (call: HeldCall): void => {
    const before = current.get()
    if (before && before.owner !== call.owner) before.owner.dispose()
    current.set(call)
  },
  /** The call that a screen shows again, if it is the held one. */
  of: (screenKey: string): HeldCall | null => {
    const held = current.get()
    return held?.screenKey === screenKey ? held : null
  },
  /** The screen has it again, or it is over. */
  release: (): void => current.set(null),
} as const
