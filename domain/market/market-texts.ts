import type { MarketMoment } from '#contract/market/market.ts'

/** The titles of notifications about the flea market. */
export const marketTitles: Record<MarketMoment, string> = {
  bought: '商品が購入されました',
  labelled: '発送コードが発行されました',
  shipped: '商品が発送されました',
  delivered: '商品が届きました',
  received: '商品が受け取られました',
  autoReceived: '取引が自動で完了しました',
  reviewed: '評価が届きました',
  cancelled: '取引がキャンセルされました',
  autoCancelled: '発送がなかったため、取引がキャンセルされました',
  disputed: '取引の問題が報告されました',
  lost: '荷物が届かないため、運営が確認します',
  disputeText: '問題の相談に書き込みがありました',
  returning: '返品が承諾されました',
  returned: '返品が完了しました',
  returnOverdue: '返品が終わらないため、運営が確認します',
  decided: '運営が取引の結果を決定しました',
  question: '商品に質問が届きました',
  answered: '質問に返事が届きました',
  offered: '希望価格が届きました',
  countered: '出品者から価格の提案が届きました',
  offerAccepted: '希望価格が承諾されました',
  offerDeclined: '希望価格は見送られました',
  removed: '商品の公開が運営により停止されました',
}
