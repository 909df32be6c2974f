import type { Role } from '#contract/account/account.ts'
import type { NotificationKind } from '#contract/notifications/notification-settings.ts'

interface KindText {
  name: string
  /** What it means, where the name alone isn't clear. */
  explanation?: string
  /** The role that gets it; other members never do. */
  of?: Role
}

export const kindTexts: Record<NotificationKind, KindText> = {
  ring: { name: '着信' },
  missedCall: { name: '不在着信' },
  chat: { name: 'トーク', explanation: '新着をお知らせします。本文は表示しません。' },
  videoRequest: { name: 'ビデオ通話のリクエスト', of: 'broadcaster' },
  favouriteStandby: {
    name: 'お気に入りの待機開始',
    explanation: 'お気に入りの方が待機をはじめたとき。1人につき1時間に1回までです。',
    of: 'caller',
  },
  reviewAnswered: { name: 'レビューへの返信', of: 'caller' },
  campaignOpen: {
    name: 'お知らせ・キャンペーン',
    explanation: 'キャンペーンのポイントを受け取れるようになったとき。',
    of: 'caller',
  },
  pointsExpiring: { name: 'ポイントの期限', explanation: '期限の30日前・7日前・前日にお知らせします。' },
}
