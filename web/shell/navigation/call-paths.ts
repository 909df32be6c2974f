import type { CallSnapshot, IncomingCallInfo } from '#contract/calls/calls.ts'
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

/** The screen of a running call. */
export const callPath = ({ kind, dialled, origin, partner }: CallSnapshot): string => {
  if (origin === 'sideWatch') return paths.channel(partner.id)
  if (origin === 'live')
    return dialled ? paths.outgoingVideoChat(partner.id) : paths.incomingVideoChat(partner.id)
  if (dialled && origin === 'random') return paths.randomCall()
  if (dialled && origin === 'standby') return paths.videoCallBroadcaster(partner.id)
  if (dialled)
    return kind === 'video' ? paths.outgoingVideoCall(partner.id) : paths.outgoingVoiceCall(partner.id)
  return kind === 'video' ? paths.incomingVideoCall(partner.id) : paths.incomingVoiceCall(partner.id)
}
