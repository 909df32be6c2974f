import type { NoticeTarget as InboxTarget } from '#contract/notifications/notice-target.ts'
import type { InboxPush, PushMessage } from '#contract/push/push.ts'
import { bookingTitles, japaneseDayAndTime } from '#domain/bookings/booking-texts.ts'
import { ringTimeoutMs } from '#domain/calls/timing.ts'
import { inboxPushTitle } from './inbox-push.ts'

type Ring = Extract<PushMessage, { kind: 'ring' }>

/** Where a press on a notification leads. */
export type NoticeTarget =
  | { screen: 'ring'; callType: Ring['callType']; partnerId: string }
  | { screen: 'chat'; partnerId: string }
  | { screen: 'profile'; partnerId: string }
  /** The broadcaster's live room. */
  | { screen: 'channel'; partnerId: string }
  | { screen: 'bookings' }
  | InboxTarget

/** A notification of the system. */
export interface PushNotice {
  /** One per call and one per invitation: a later notification of the same replaces the one before. */
  tag: string
  title: string
  body: string
  /** Rings: stays until it is dealt with, vibrates, and sounds again when it comes again. */
  isRinging: boolean
  /** Without sound: it is shown only because something must be. */
  isSilent: boolean
  target: NoticeTarget
}

export interface PushScene {
  /** This device's clock, in milliseconds. */
  now: number
  /** A page of ours is visible: it rings by itself. */
  hasVisiblePage: boolean
  /**
   * Whether the browser allows a push that shows nothing while a page is visible; Safari revokes the address.
   */
  mayShowNothing: boolean
  /** Calls that were over before their ring came: pushes can overtake each other. */
  overs: ReadonlyMap<string, { isMissed: boolean }>
  /** The server's answer whether it rings; null when it wasn't asked or didn't answer. */
  isRinging: boolean | null
}

/** What the service worker does about a push: shows one notification, or removes the one with this tag. */
type NoticePlan = { do: 'show'; notice: PushNotice } | { do: 'close'; tag: string }

/** One notification per call. */
export const callTag = (callId: string): string => `call-${callId}`

/** Names are missing where somebody else could read them on the way. */
const from = (name: string, rest: string, nameless: string): string =>
  name ? `${name}さん${rest}` : nameless

const callTexts = {
  voice: '音声通話',
  video: 'ビデオ通話',
  random: 'ビデオ通話',
  live: 'ライブ通話',
} as const satisfies Record<Ring['callType'], string>

const ringNotice = ({ callId, callType, partnerId, partnerName }: Ring): PushNotice => ({
  tag: callTag(callId),
  title: from(partnerName, 'から着信', '着信があります'),
  body: `${callTexts[callType]}がかかってきています。`,
  isRinging: true,
  isSilent: false,
  target: { screen: 'ring', callType, partnerId },
})

type OfCall = Extract<PushMessage, { callId: string }>

const missedNotice = ({ callId, partnerId, partnerName }: OfCall): PushNotice => ({
  tag: callTag(callId),
  title: '不在着信',
  body: from(partnerName, 'から着信がありました。', '着信がありました。'),
  isRinging: false,
  isSilent: false,
  target: { screen: 'chat', partnerId },
})

/** Answered elsewhere, or missed by a member who doesn't want to be notified of that. */
const overNotice = (message: OfCall): PushNotice => ({
  ...missedNotice(message),
  title: '着信は終わりました',
  body: from(message.partnerName, 'からの着信です。', 'この着信には、もう応答できません。'),
  isSilent: true,
})

const requestNotice = ({
  partnerId,
  partnerName,
}: Extract<PushMessage, { kind: 'videoRequest' }>): PushNotice => ({
  tag: `video-request-${partnerId}`,
  title: 'ビデオ通話のリクエスト',
  body: from(
    partnerName,
    'から、ビデオ通話のリクエストが届きました。',
    'ビデオ通話のリクエストが届きました。',
  ),
  isRinging: false,
  isSilent: false,
  target: { screen: 'chat', partnerId },
})

const chatNotice = ({ partnerId, partnerName }: Extract<PushMessage, { kind: 'chat' }>): PushNotice => ({
  tag: `chat-${partnerId}`,
  title: from(partnerName, 'から新着メッセージ', '新着メッセージ'),
  body: 'トークをひらいて確認できます。',
  isRinging: false,
  isSilent: false,
  target: { screen: 'chat', partnerId },
})

const standbyNotice = ({
  partnerId,
  partnerName,
}: Extract<PushMessage, { kind: 'favouriteStandby' }>): PushNotice => ({
  tag: `standby-${partnerId}`,
  title: from(partnerName, 'が待機中です', 'お気に入りの方が待機中です'),
  body: 'お気に入りの方が、通話を待っています。',
  isRinging: false,
  isSilent: true,
  target: { screen: 'profile', partnerId },
})

const liveNotice = ({
  partnerId,
  partnerName,
}: Extract<PushMessage, { kind: 'favouriteLive' }>): PushNotice => ({
  tag: `live-${partnerId}`,
  title: from(partnerName, 'が配信をはじめました', 'お気に入りの方が配信をはじめました'),
  body: 'いま配信中です。',
  isRinging: false,
  isSilent: true,
  target: { screen: 'channel', partnerId },
})

const availableNotice = ({
  partnerId,
  partnerName,
}: Extract<PushMessage, { kind: 'partnerAvailable' }>): PushNotice => ({
  tag: `standby-${partnerId}`,
  title: from(partnerName, 'が待機中になりました', 'お待ちの方が待機中になりました'),
  body: 'いま通話をかけられます。',
  isRinging: false,
  isSilent: false,
  target: { screen: 'profile', partnerId },
})

const bookingNotice = ({
  moment,
  partnerName,
  startsAt,
}: Extract<PushMessage, { kind: 'booking' }>): PushNotice => ({
  tag: `booking-${startsAt}`,
  title: bookingTitles[moment],
  body: from(partnerName, `・${japaneseDayAndTime(startsAt)}`, `${japaneseDayAndTime(startsAt)}の通話です。`),
  isRinging: false,
  isSilent: false,
  target: { screen: 'bookings' },
})

const inboxNotice = (message: InboxPush): PushNotice => ({
  tag: `inbox-${message.key}`,
  title: inboxPushTitle(message),
  body: '今宵を開いて確認できます。',
  isRinging: false,
  isSilent: false,
  target: message.target,
})

/** By this device's clock a ring of the last 30 s; if that clock is wrong, the server has to be asked. */
const isFreshRing = ({ rungAt }: Ring, now: number): boolean => Math.abs(now - rungAt) <= ringTimeoutMs

/** Whether the server is asked first: the ring seems old, or in the future. */
export const mustCheckRing = (message: PushMessage, { now, overs }: PushScene): boolean =>
  message.kind === 'ring' && !overs.has(message.callId) && !isFreshRing(message, now)

const noticeOf = (message: PushMessage, scene: PushScene): PushNotice => {
  switch (message.kind) {
    case 'ring': {
      const over = scene.overs.get(message.callId)
      if (over) return over.isMissed ? missedNotice(message) : overNotice(message)
      return (scene.isRinging ?? isFreshRing(message, scene.now))
        ? ringNotice(message)
        : missedNotice(message)
    }
    case 'ringOver':
      return message.isMissed ? missedNotice(message) : overNotice(message)
    case 'videoRequest':
      return requestNotice(message)
    case 'chat':
      return chatNotice(message)
    case 'favouriteStandby':
      return standbyNotice(message)
    case 'favouriteLive':
      return liveNotice(message)
    case 'partnerAvailable':
      return availableNotice(message)
    case 'booking':
      return bookingNotice(message)
    case 'inbox':
      return inboxNotice(message)
  }
}

/**
 * A visible page shows everything itself; then the system shows nothing, or as little as the browser allows.
 */
export const noticePlan = (message: PushMessage, scene: PushScene): NoticePlan => {
  const notice = noticeOf(message, scene)
  if (!scene.hasVisiblePage) return { do: 'show', notice }
  if (scene.mayShowNothing) return { do: 'close', tag: notice.tag }
  return { do: 'show', notice: { ...notice, isRinging: false, isSilent: true } }
}
