import type { ReportSurface } from '../../contract/safety.ts'

/** Whom it is about, and where she appeared. */
export interface SafetySubject {
  partner: { id: string; name: string }
  surface: ReportSurface
  /** The message that is reported. */
  messageId?: string | undefined
  /** The call that is reported. */
  callId?: string | undefined
}
