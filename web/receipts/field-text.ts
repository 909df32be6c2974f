import type { EndReason } from '#contract/calls/calls.ts'
import type { GalleryKind } from '#contract/gallery/gallery.ts'
import { incrementMs } from '#contract/points/points.ts'
import type { OrderState, PaymentMethod } from '#contract/points/purchase.ts'
import type { ReceiptFields, ReceiptVerdict } from '#contract/receipts/receipts.ts'
import { methodText } from '#web/points/order-text.ts'
import { count, day, duration, points, pointsPerMinute, time, yen } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'

type Value = ReceiptFields[string]

interface FieldText {
  label: string
  show(value: never): string
}

const roleText = { caller: 'お支払いの明細', broadcaster: '報酬の明細' } as const

const itemKindTexts = {
  image: 'ギャラリーの画像',
  video: 'ギャラリーの動画',
} as const satisfies Record<GalleryKind, string>

/** For a reader who was on neither side. */
const endReasonTexts = {
  declined: '応答できませんでした',
  cancelled: '発信を取り消しました',
  missed: '応答がありませんでした',
  busy: '通話中でした',
  failed: 'つながりませんでした',
  byCaller: 'お支払い側が終了',
  byBroadcaster: '受け取り側が終了',
  pointless: 'ポイントの終了',
  connectionLost: '通信の切断',
  byOperator: '運営による終了',
  serverRecovery: 'サーバーの復旧による終了',
} as const satisfies Record<EndReason, string>

const orderStateTexts = {
  created: 'お支払い前',
  paying: 'お支払い前',
  challenge: 'お支払い前',
  granted: 'お支払い済み',
  declined: 'お支払い前',
  expired: 'お支払い前',
  givenUp: 'お支払い前',
  refunded: '返金済み',
  chargedBack: '支払いの異議申し立て',
} as const satisfies Record<OrderState, string>

/** An instant with its year: a receipt may be verified years later. */
export const fullTime = (at: string): string => `${day(at, 0)} ${time(at)}`

/** How each field of a signed receipt reads, in the order in which they are shown. */
const fieldTexts: Record<string, FieldText> = {
  role: { label: '種類', show: (role: keyof typeof roleText) => roleText[role] },
  itemKind: { label: '種類', show: (kind: GalleryKind) => itemKindTexts[kind] },
  boughtAt: { label: '購入', show: fullTime },
  callKind: { label: '通話', show: (kind: keyof typeof callKindLongText) => callKindLongText[kind] },
  startedAt: { label: '開始', show: fullTime },
  endedAt: { label: '終了', show: fullTime },
  endReason: { label: '終了の理由', show: (reason: EndReason) => endReasonTexts[reason] },
  connectedSec: { label: '通話時間', show: duration },
  chargedSec: { label: '課金時間', show: duration },
  chargedIncrements: {
    label: '課金の回数',
    show: (increments: number) => `${incrementMs / 1000}秒 × ${count(increments)}回`,
  },
  ratePointsPerMin: { label: '料金', show: pointsPerMinute },
  paidAt: { label: 'お支払い', show: fullTime },
  priceYen: { label: '金額', show: yen },
  taxYen: { label: 'うち消費税', show: (amount: number) => `${count(amount)}円` },
  method: { label: 'お支払い方法', show: (method: PaymentMethod) => methodText[method] },
  points: { label: '使用ポイント', show: points },
  freePoints: { label: '無料ポイント', show: points },
  paidPoints: { label: '有料ポイント', show: points },
  pointBack: { label: 'ポイントバック', show: points },
  returnedPoints: { label: '返還', show: points },
  earned: { label: '獲得した報酬', show: points },
  bonusPoints: { label: '特典ポイント', show: points },
  repaidPoints: { label: '不足分の精算', show: points },
  refundedYen: { label: '返金', show: (amount: number) => `${count(amount)}円` },
  orderState: { label: '状態', show: (state: OrderState) => orderStateTexts[state] },
  expiresAt: { label: '有効期限', show: fullTime },
}

const order = Object.keys(fieldTexts)

/** A field's name for people; a field that this page doesn't know is shown by its own name. */
export const fieldLabel = (field: string): string => fieldTexts[field]?.label ?? field

export const fieldValueText = (field: string, value: Value): string => {
  if (value === null) return 'なし'
  const show = fieldTexts[field]?.show as ((value: Value) => string) | undefined
  try {
    return show?.(value) ?? String(value)
  } catch {
    // A forged receipt may hold anything, such as an invalid time.
    return String(value)
  }
}

/** The fields of a receipt as rows, the known ones first. */
export const fieldRows = (fields: ReceiptFields): { label: string; value: string }[] =>
  Object.entries(fields)
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([field, value]) => ({ label: fieldLabel(field), value: fieldValueText(field, value) }))

const placeOf = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length)

export const verdictText = {
  genuine: { title: '本物の明細です', text: 'Koyoiが発行した内容のまま、変わっていません。' },
  altered: {
    title: '内容が発行時と違います',
    text: '署名と内容が一致しません。書きかえられたか、受け渡しの途中で壊れています。',
  },
  unknownKey: { title: 'Koyoiの明細ではありません', text: 'Koyoiの鍵で署名されていません。' },
  distrustedKey: {
    title: 'この明細は使えなくなりました',
    text: '署名に使った鍵を取り消しました。ご本人がマイページで明細を開き直すと、新しい明細を受け取れます。',
  },
  unreadable: {
    title: '読み取れませんでした',
    text: 'テキストが途中で切れていないか、ご確認ください。',
  },
} as const satisfies Record<ReceiptVerdict, { title: string; text: string }>
