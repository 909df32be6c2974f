/** Why points moved, by the ledger's purpose. A purpose without words here is named by its direction alone. */
const texts: Readonly<Record<string, string>> = {
  registration: '登録の特典',
  mission: 'ミッション',
  phone: '電話番号の確認の特典',
  campaign: 'キャンペーン',
  demo: 'お試し用のポイント',
  call: '通話',
  sideWatch: '配信の視聴',
  liveCall: 'ビデオチャット',
  pointBack: 'ポイントバック',
  purchase: 'ポイントの購入',
  debt: '未精算の分のお支払い',
  unseal: '画像の購入',
  gallery: 'ギャラリーの購入',
  galleryRequest: '写真のリクエスト',
  galleryReturn: 'ギャラリーの返還',
  chatMessage: 'メッセージ',
  market: 'フリマの購入',
  liveComment: '配信のコメント',
  livePresent: 'プレゼント',
  liveMenu: '配信のメニュー',
  liveGoalBonus: '配信の目標のボーナス',
  expiry: '有効期限切れ',
  forfeiture: '失効',
  orderRefund: '返金による取り消し',
  chargeback: 'お支払いの取り消し',
  disputeWon: '取り消しの戻し',
}

export const purposeText = (purpose: string, points: number): string =>
  Object.hasOwn(texts, purpose) ? (texts[purpose] ?? '') : points < 0 ? 'ご利用' : '付与'
