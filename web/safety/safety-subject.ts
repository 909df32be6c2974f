import type { MemberSurface } from '../../contract/safety.ts'

/** Whom it is about, and where she appeared. */
export interface SafetySubject {
  partner: { id: string; name: string }
  surface: MemberSurface
  /** The message that is reported. */
  messageId?: string | undefined
  /** The call that is reported. */
  callId?: string | undefined
}
