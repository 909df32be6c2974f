import type { MemberSurface } from '#contract/safety/safety.ts'
import { paths } from '#web/shell/navigation/paths.ts'

/** Where the control is shown. */
export type SafetyPlace = 'profile' | 'chat' | 'call' | 'card' | 'conversation' | 'pastCall'

/**
 * What a report names as its surface, and where a block leads from a screen that shows nothing but this
 * member.
 */
export const safetyPlaces: Record<SafetyPlace, { surface: MemberSurface; leavesFor: (() => string) | null }> =
  {
    profile: { surface: 'profile', leavesFor: paths.home },
    chat: { surface: 'chat', leavesFor: paths.conversations },
    // The call ends by itself.
    call: { surface: 'call', leavesFor: null },
    card: { surface: 'profile', leavesFor: null },
    conversation: { surface: 'chat', leavesFor: null },
    pastCall: { surface: 'call', leavesFor: null },
  }

/** The member in question, and where this member appeared. */
export interface SafetySubject {
  partner: { id: string; name: string }
  place: SafetyPlace
  /** The message that is reported. */
  messageId?: string | undefined
  /** The call that is reported. */
  callId?: string | undefined
  /** A block was set from here. */
  onBlocked?: (() => void) | undefined
}
