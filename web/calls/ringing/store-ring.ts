import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { sessionStore } from '#web/shell/local-store.ts'

export const storedRingKey = 'incomingCall'

/** Specification 3: what session storage holds of an incoming call; the last two fields are ours. */
export interface StoredRing {
  appId: string
  rtcChannelToken: string
  channelId: string
  isPartnerInSecondApps: boolean
  /** The dialler: the call screen of another member must not use this call. */
  senderId: string
  /** A call of the random matching, whose texts are those of a call from standby. */
  isRandom: boolean
}

/** Stores the ring that opens a call screen. Storage can be switched off or full; a call works without it. */
export const storeRing = (info: IncomingCallInfo): void => {
  const stored: StoredRing = {
    appId: info.app_id,
    rtcChannelToken: info.rtc_channel_token,
    channelId: info.channel_id,
    isPartnerInSecondApps: info.is_partner_in_second_apps,
    senderId: info.sender_id,
    isRandom: info.call_type === 'random',
  }
  sessionStore.set(storedRingKey, JSON.stringify(stored))
}
