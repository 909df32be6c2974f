import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import type { CallView } from '../session/call-view.ts'

/** Block and report, during a call and while it rings; blocking ends it. */
export const CallSafety = ({ view: { call } }: { view: CallView }) =>
  call ? <SafetyMenu partner={call.partner} place="call" callId={call.callId} night /> : null
