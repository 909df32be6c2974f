import type { DeclineReason, Order, OrderState, PaymentMethod } from '#contract/points/purchase.ts'

/** An order's state in a list. */
export const orderStateText = {
  created: 'お振込待ち',
  paying: '確認中',
  challenge: '本人認証待ち',
  granted: '購入済み',
  declined: '決済できませんでした',
  expired: '期限切れ',
  givenUp: '取り消し',
  refunded: '返金済み',
  chargedBack: '支払い確認中',
} as const satisfies Record<OrderState, string>

export const methodText = {
  card: 'クレジットカード',
  savedCard: '登録したカード',
  paidy: 'あと払い（Paidy）',
  storekit: 'App Store',
  bankTransfer: '銀行振込',
} as const satisfies Record<PaymentMethod, string>

/** Why a payment failed, and what helps. */
export const declineText = {
  declined: 'カード会社で承認されませんでした。別のお支払い方法をお試しください。',
  insufficientFunds: 'カードのご利用可能額が足りません。別のお支払い方法をお試しください。',
  expired: 'カードの有効期限が切れています。別のカードをお使いください。',
  invalidCard: 'カードの情報を確認できませんでした。入力内容をお確かめください。',
  challengeFailed: '本人認証ができませんでした。もう一度お試しいただくか、別のカードをお使いください。',
  amountMismatch: 'お支払いの金額が一致しませんでした。もう一度お試しください。',
  notAuthorised: 'お支払いが承認されていません。もう一度お試しください。',
  alreadyUsed: 'このお支払いは、ほかの購入に使われています。',
} as const satisfies Record<DeclineReason, string>

/** The heading of an order's page. */
export const orderHeadline = (order: Order): { title: string; text: string } => {
  switch (order.state) {
    case 'created':
      return {
        title: 'お振込をお待ちしています',
        text: 'ご入金を確認しだい、ポイントをお届けします。確認まで1〜2営業日かかります。',
      }
    case 'paying':
      return {
        title: '決済の結果を確認しています',
        text: 'このままお待ちください。画面を閉じても、購入は二重になりません。',
      }
    case 'challenge':
      return {
        title: '本人認証が終わっていません',
        text: 'カード会社の画面で本人認証をすると、購入が完了します。',
      }
    case 'granted':
      return { title: 'ポイントを購入しました', text: 'すぐにお使いいただけます。' }
    case 'declined':
      return {
        title: 'お支払いができませんでした',
        text: declineText[order.declineReason ?? 'declined'],
      }
    case 'expired':
    case 'givenUp':
      return {
        title: '購入は完了しませんでした',
        text: '代金は請求されていません。もう一度お試しください。',
      }
    case 'refunded':
      return { title: '返金しました', text: '返金の反映まで、数日かかることがあります。' }
    case 'chargedBack':
      return {
        title: 'お支払いを確認しています',
        text: 'カード会社から確認が入っています。このお支払いのポイントは、いったん取り消しました。',
      }
  }
}
