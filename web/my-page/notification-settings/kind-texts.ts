import type { Role } from '#contract/account/account.ts'
import type { NotificationKind } from '#contract/notifications/notification-settings.ts'

/** The parts of the page in their order. */
export const kindGroups = [
  '通話とトーク',
  'お気に入り',
  'タイムライン・掲示板',
  'ギャラリー・フリマ',
  'ポイントと報酬',
] as const
type KindGroup = (typeof kindGroups)[number]

interface KindText {
  group: KindGroup
  name: string
  /** What it means, where the name alone isn't clear. */
  explanation?: string
  /** The role that gets it; other members never do. */
  of?: Role
}

/** Every switch, in the order of the page. */
export const kindTexts: Record<NotificationKind, KindText> = {
  ring: { group: '通話とトーク', name: '着信' },
  missedCall: { group: '通話とトーク', name: '不在着信' },
  chat: { group: '通話とトーク', name: 'トーク', explanation: '新着をお知らせします。本文は表示しません。' },
  videoRequest: { group: '通話とトーク', name: 'ビデオ通話のリクエスト', of: 'broadcaster' },
  partnerAvailable: {
    group: '通話とトーク',
    name: '空いたら知らせる',
    explanation: 'お待ちの配信者が、待機中になったとき。',
    of: 'caller',
  },
  booking: {
    group: '通話とトーク',
    name: '通話の予約',
    explanation: '予約の申し込みや返事があったときと、10分前・開始時刻。',
  },
  reviewAnswered: { group: '通話とトーク', name: 'レビューへの返信', of: 'caller' },
  favouriteStandby: {
    group: 'お気に入り',
    name: '待機開始',
    explanation: 'お気に入りの方が待機をはじめたとき。1人につき1時間に1回までです。',
    of: 'caller',
  },
  favouriteLive: {
    group: 'お気に入り',
    name: '配信開始',
    explanation: 'お気に入りの方が配信をはじめたとき。1人につき1日に1回までです。',
    of: 'caller',
  },
  favouritePost: {
    group: 'お気に入り',
    name: '投稿',
    explanation: 'お気に入りの方がタイムラインに投稿したとき。1人につき1時間に1回までです。',
    of: 'caller',
  },
  favouriteItem: {
    group: 'お気に入り',
    name: '新しい作品',
    explanation: 'お気に入りの方がギャラリーに作品を公開したとき。',
    of: 'caller',
  },
  timeline: {
    group: 'タイムライン・掲示板',
    name: 'コメントとメンション',
    explanation: 'あなたの投稿へのコメント、コメントへの返信、あなたへのメンション。',
  },
  timelineLike: {
    group: 'タイムライン・掲示板',
    name: 'いいね',
    explanation: 'あなたの投稿へのいいね。見るまでは1件にまとめます。',
  },
  boardAnswered: {
    group: 'タイムライン・掲示板',
    name: '掲示板の書き込み',
    explanation: '通知を受け取るスレッドに書き込みがあったとき。見るまでは1回だけです。',
  },
  gallery: {
    group: 'ギャラリー・フリマ',
    name: 'ギャラリー',
    explanation: '作品の購入や審査の結果、写真のリクエスト。',
  },
  market: {
    group: 'ギャラリー・フリマ',
    name: 'フリマ',
    explanation: '商品への質問や希望価格、取引の進み具合。',
  },
  pointsExpiring: {
    group: 'ポイントと報酬',
    name: 'ポイントの期限',
    explanation: '期限の30日前・7日前・前日にお知らせします。',
  },
  campaignOpen: {
    group: 'ポイントと報酬',
    name: 'お知らせ・キャンペーン',
    explanation: 'キャンペーンのポイントを受け取れるようになったとき。',
    of: 'caller',
  },
  payout: {
    group: 'ポイントと報酬',
    name: '出金',
    explanation: '出金の承認や振込のお知らせ。',
    of: 'broadcaster',
  },
}
