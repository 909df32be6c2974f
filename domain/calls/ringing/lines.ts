import type { CallRole } from '#contract/calls/calls.ts'
import { type CallState, isRinging } from '../transition.ts'

/**
 * Whether this page may offer its line: while the call rings, and until it is connected the page that has its side's
 * place, whose offer may come late.
 */
export const mayOfferLine = (state: CallState, role: CallRole, pageId: string): boolean => {
  const isConnecting = state.phase === 'accepted' || state.phase === 'connecting'
  return isRinging(state) || (isConnecting && state.lines[role] === pageId)
}

/** The dialler's side has a session from its request on, and each side has one once the call is answered. */
export const belongsToSession = (state: CallState, role: CallRole): boolean =>
  role === state.dialler || !isRinging(state)
