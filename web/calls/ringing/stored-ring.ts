import type { IceServer, IncomingCallInfo } from '#contract/calls/calls.ts'
import { sessionStore } from '#web/shell/local-store.ts'

/** Specification 3: what session storage holds of an incoming call; the last three fields are ours. */
interface StoredRing {
  appId: string
  rtcChannelToken: string
  channelId: string
  isPartnerInSecondApps: boolean
  /** The dialler: the call screen of another member must not use this call. */
  senderId: string
  /** A call of the random matching, whose texts are those of a call from standby. */
  isRandom: boolean
  /** Relays for the line of the page that shows the ring. */
  iceServers: IceServer[]
}

const key = 'incomingCall'

const isStoredRing = (value: unknown): value is StoredRing =>
  typeof value === 'object' &&
  value !== null &&
  'channelId' in value &&
  typeof value.channelId === 'string' &&
  'senderId' in value &&
  typeof value.senderId === 'string'

/** The ring that opened a call screen. Storage can be switched off or full; a call works without it. */
export const storedRing = {
  /** The call this member rang with; null when there is none, or when it is another member's. */
  from: (senderId: string): StoredRing | null => {
    try {
      const value: unknown = JSON.parse(sessionStore.get(key) ?? 'null')
      return isStoredRing(value) && value.senderId === senderId ? value : null
    } catch {
      return null
    }
  },
  store: (info: IncomingCallInfo): void => {
    const stored: StoredRing = {
      appId: info.app_id,
      rtcChannelToken: info.rtc_channel_token,
      channelId: info.channel_id,
      isPartnerInSecondApps: info.is_partner_in_second_apps,
      senderId: info.sender_id,
      isRandom: info.call_type === 'random',
      iceServers: info.ice_servers ?? [],
    }
    sessionStore.set(key, JSON.stringify(stored))
  },
  clear: (): void => sessionStore.set(key, null),
} as const
