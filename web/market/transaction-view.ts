import type { TransactionDetail } from '#contract/market/transactions.ts'
import { day, points, time } from '#web/text/format.ts'

export interface NextStep {
  title: string
  text: string
  /** The one thing to do now; null: wait. */
  action: 'label' | 'ship' | 'receive' | 'review' | 'confirmReturn' | null
}

const until = (at: string, nowMs: number): string => `${day(at, nowMs)} ${time(at)}`

/** What a side does next, in one sentence and with one button. */
export const nextStep = (transaction: TransactionDetail, nowMs: number): NextStep => {
  const { phase, side } = transaction
  const isSeller = side === 'seller'
  switch (phase) {
    case 'paid':
      return isSeller ? toShip(transaction, nowMs) : waitingForShipping(transaction, nowMs)
    case 'shipped':
      return isSeller
        ? {
            title: '荷物を届けています',
            text: '届くと、購入者に受け取りの確認をお願いします。',
            action: null,
          }
        : {
            title: '荷物が向かっています',
            text: '届いたら中身を確認して、受け取りを知らせてください。',
            action: 'receive',
          }
    case 'delivered':
      return delivered(transaction, nowMs)
    case 'received':
    case 'reviewed':
      return finished(transaction)
    case 'disputed':
      return {
        title: '運営が確認しています',
        text: 'ポイントは、決まるまでお預かりします。状況を下に書いてください。',
        action: null,
      }
    case 'returning':
      return isSeller
        ? {
            title: '返品を待っています',
            text: '商品が戻ったら知らせてください。購入者にポイントが戻ります。',
            action: 'confirmReturn',
          }
        : {
            title: '商品を返送しましょう',
            text: '営業所や窓口から、匿名の発送で送り返してください。届くとポイントが戻ります。',
            action: null,
          }
    default:
      return { title: ended[phase], text: settledText(transaction), action: null }
  }
}

const waitingForShipping = ({ shipBy }: TransactionDetail, nowMs: number): NextStep => ({
  title: '出品者が発送の準備をしています',
  text: `${until(shipBy, nowMs)}までに発送されます。ポイントは、受け取るまでお預かりします。`,
  action: null,
})

const toShip = ({ shipBy, shipment }: TransactionDetail, nowMs: number): NextStep =>
  shipment.labelCode === null
    ? {
        title: '発送コードを発行しましょう',
        text: `${until(shipBy, nowMs)}までに発送してください。お互いの住所は相手に伝わりません。`,
        action: 'label',
      }
    : {
        title: '窓口にコードを見せて発送しましょう',
        text: '荷物を預けたら、下のボタンで知らせてください。',
        action: 'ship',
      }

const delivered = ({ side, autoReceiveAt }: TransactionDetail, nowMs: number): NextStep => {
  const auto = autoReceiveAt === null ? '' : `${until(autoReceiveAt, nowMs)}に自動で完了します。`
  return side === 'seller'
    ? { title: '購入者の受け取りを待っています', text: auto, action: null }
    : {
        title: '中身を確認しましょう',
        text: `問題がなければ受け取りを知らせてください。${auto}`,
        action: 'receive',
      }
}

const ended = {
  cancelled: '取引はキャンセルされました',
  returned: '返品が完了しました',
  decided: '運営が取引の結果を決定しました',
} as const

const finished = (transaction: TransactionDetail): NextStep =>
  transaction.mayReview
    ? { title: '取引を評価しましょう', text: settledText(transaction), action: 'review' }
    : { title: '取引が完了しました', text: settledText(transaction), action: null }

/** Where the points went, for this side. */
const settledText = ({ settled, side, points: price }: TransactionDetail): string => {
  if (!settled) return ''
  if (side === 'seller')
    return settled.sellerPoints > 0
      ? `売上 ${points(settled.sellerPoints)}が入りました。フリマでの購入に使えます。`
      : '売上はありません。'
  if (settled.buyerPoints === price) return `${points(price)}が戻りました。`
  return settled.buyerPoints > 0 ? `${points(settled.buyerPoints)}が戻りました。` : ''
}
