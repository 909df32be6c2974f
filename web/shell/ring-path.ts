import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { paths } from './paths.ts'

const screens = {
  voice: paths.incomingVoiceCall,
  video: paths.incomingVideoCall,
  random: paths.incomingVideoCall,
  live: paths.incomingVideoChat,
} as const satisfies Record<IncomingCallInfo['call_type'], (partnerId: string) => string>

/** The screen on which a call rings (Specification 2). */
export const ringPath = (callType: IncomingCallInfo['call_type'], senderId: string): string =>
  screens[callType](senderId)
