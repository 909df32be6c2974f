import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, success } from '#contract/core/shared.ts'

/** What an operator can be called to, by kind, in the words of the list. An area adds its kinds here. */
export const alertKinds = {
  operatorTries: '続けて失敗したログイン',
  paymentTries: '続けて断られた支払い',
  cardsNotRemoved: '削除できていないカード',
  transferToApprove: '承認待ちの入金',
  ledgerDefect: '台帳の不一致',
  ledgerUnchecked: '終わらなかった台帳の検査',
  checkpointLate: '日次確定の遅れ',
  sharedPayoutAccount: '振込先の共有',
  earningsFrozen: '報酬の凍結',
  earningsLeft: '退会した方に残る報酬',
  otherPayment: '注文のものではない決済',
  waitingPaymentEvent: '注文に反映できない決済の知らせ',
  reportUrgent: '急ぎの通報',
  boardFlagged: '掲示板の通報',
  applicationWaiting: '審査待ちの申し込み',
  marketDispute: 'フリマの問題',
  galleryWaiting: '審査待ちの作品',
  galleryClaim: '作品の削除の申し出',
  thinMedia: '映像・音声が少ない通話',
  platformPointBacks: '運営負担の返還が上限に達した通話',
  disputeWonLate: '報酬を取り消したあとの取り下げ',
} as const satisfies Record<string, string>

export type AlertKind = keyof typeof alertKinds

/** One page of a list of the console. */
export const alertsPerPage = 50

const notice = z.object({
  id: z.int(),
  kind: z.enum(Object.keys(alertKinds) as [AlertKind, ...AlertKind[]]),
  subject: z.string(),
  text: z.string(),
  /** How often it was raised while open. */
  times: z.int(),
  raisedAt: instant,
  lastRaisedAt: instant,
  doneAt: z.nullable(instant),
  /** The mail address of who marked it as done. */
  doneBy: z.nullable(z.string()),
})
export type OperatorAlert = z.infer<typeof notice>

export const operatorNoticesEndpoints = {
  operatorNotices: defineEndpoint({
    method: 'POST',
    path: '/api/operator/notices',
    access: 'operator',
    summary: 'What operators are called to, newest first: open, or marked as done',
    input: z.object({ state: z.enum(['open', 'done']), beforeId: z.optional(z.int()) }),
    output: z.object({ type: success, notices: z.array(notice), hasMore: z.boolean() }),
    refusals: [],
  }),
  operatorFinishNotice: defineEndpoint({
    method: 'POST',
    path: '/api/operator/finish-notice',
    access: 'operator',
    summary: 'Marks an alert as done; the same subject may be raised again',
    input: z.object({ noticeId: z.int() }),
    output: done,
    refusals: ['notFound', 'noticeDone'],
  }),
}
