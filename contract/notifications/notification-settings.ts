import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { memberId, nothing, success } from '#contract/core/shared.ts'

/**
 * What a member may be told of, and not be: security notices, warnings of the platform and what money asks for aren't among
 * them.
 */
export const notificationKinds = [
  /** 着信 */
  'ring',
  /** 不在着信 */
  'missedCall',
  /** トーク */
  'chat',
  /** ビデオ通話リクエスト */
  'videoRequest',
  /** お気に入りの待機開始 */
  'favouriteStandby',
  /** お気に入りの配信開始 */
  'favouriteLive',
  /** 空いたら知らせる: the broadcaster for whom the member waits */
  'partnerAvailable',
  /** 通話の予約 */
  'booking',
  /** お気に入りの投稿 */
  'favouritePost',
  /** タイムラインのコメント・返信・メンション */
  'timeline',
  /** レビューの返信 */
  'reviewAnswered',
  /** ポイントの期限 */
  'pointsExpiring',
  /** お知らせ・キャンペーン */
  'campaignOpen',
  /** 掲示板の書き込み */
  'boardAnswered',
  /** タイムラインのいいね */
  'timelineLike',
  /** お気に入りの新しい作品 */
  'favouriteItem',
  /** 作品の購入・審査・写真のリクエスト */
  'gallery',
  /** フリマの取引 */
  'market',
  /** 出金 */
  'payout',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** アプリ内: on an open page, and in the list of notices. プッシュ: on closed pages. メール: to the account's address. */
export const notificationChannels = ['inApp', 'push', 'mail'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** Whether one kind comes by one channel; pairs that don't exist aren't told and can't be set. */
export const notificationChoice = z.object({
  kind: z.enum(notificationKinds),
  channel: z.enum(notificationChannels),
  isOn: z.boolean(),
})
export type NotificationChoice = z.infer<typeof notificationChoice>

/** Minutes of the day, Japanese time. */
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1))

/** おやすみモード: no push between these times, over midnight too. */
export const quietHours = z.object({
  isOn: z.boolean(),
  fromMinute: minuteOfDay,
  toMinute: minuteOfDay,
  /** Calls come through all the same. */
  ringsPass: z.boolean(),
})
export type QuietHours = z.infer<typeof quietHours>

export const notificationSettings = z.object({
  choices: z.array(notificationChoice),
  quietHours,
  /** Where mail goes, masked: enough for its owner to know it by. Null: the account has no address yet. */
  mailAddress: z.nullable(z.string()),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

const settingsOutput = z.object({ type: success, settings: notificationSettings })

export const notificationSettingsEndpoints = {
  getNotificationSettings: defineEndpoint({
    method: 'POST',
    path: '/api/get-notification-settings',
    access: 'session',
    summary: 'What the member wants to be told of, by which way, and when not',
    input: nothing,
    output: settingsOutput,
    refusals: [],
  }),
  updateNotificationSettings: defineEndpoint({
    method: 'POST',
    path: '/api/update-notification-settings',
    access: 'session',
    summary: 'Changes what is sent of it; the rest stays. Without push for rings there is no push standby',
    input: z.object({
      choices: z._default(z.array(notificationChoice).check(z.maxLength(60)), []),
      quietHours: z.optional(z.partial(quietHours)),
    }),
    output: settingsOutput,
    refusals: ['notificationUnknown', 'quietHoursWrong'],
  }),
}

/** Socket event to open pages: somebody the member favours went on standby just now. */
export const favouriteStandby = z.object({ partnerId: memberId, partnerName: z.string() })
