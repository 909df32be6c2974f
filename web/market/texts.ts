import type {
  Carrier,
  ItemCategory,
  ItemCondition,
  ItemState,
  MarketMoment,
  OfferState,
  PostagePayer,
  ShipDays,
  TrackingState,
  TransactionPhase,
} from '#contract/market/market.ts'

export const categoryTexts: Record<ItemCategory, string> = {
  fashion: '洋服・靴',
  bags: 'バッグ',
  accessories: 'アクセサリー',
  books: '本',
  hobby: 'ホビー・ぬいぐるみ',
  camera: 'カメラ・家電',
  home: 'インテリア',
  kitchen: '食器・キッチン',
  beauty: 'コスメ・美容',
  handmade: 'ハンドメイド',
  other: 'その他',
}

export const conditionTexts: Record<ItemCondition, string> = {
  unused: '新品・未使用',
  likeNew: '未使用に近い',
  good: '目立った傷や汚れなし',
  fair: 'やや傷や汚れあり',
  worn: '傷や汚れあり',
}

export const postageTexts: Record<PostagePayer, string> = {
  seller: '送料込み（出品者が負担）',
  buyer: '着払い（購入者が負担）',
}

export const shipDaysTexts: Record<ShipDays, string> = {
  '1to2': '1〜2日で発送',
  '2to3': '2〜3日で発送',
  '4to7': '4〜7日で発送',
}

/** Null: nothing has to be said. */
export const itemStateTexts: Record<ItemState, string | null> = {
  draft: '下書き',
  onSale: null,
  sold: '売り切れ',
  withdrawn: '公開停止中',
  removed: '運営が停止',
}

export const phaseTexts: Record<TransactionPhase, string> = {
  paid: '発送待ち',
  shipped: '配送中',
  delivered: '受取待ち',
  received: '評価待ち',
  reviewed: '取引完了',
  cancelled: 'キャンセル済み',
  disputed: '運営が確認中',
  returning: '返品の途中',
  returned: '返品完了',
  decided: '運営が決定',
}

export const momentTexts: Partial<Record<MarketMoment, string>> = {
  bought: '購入',
  labelled: '発送コードを発行',
  shipped: '発送',
  delivered: 'お届け',
  received: '受け取り',
  autoReceived: '自動で取引完了',
  reviewed: '評価',
  cancelled: 'キャンセル',
  autoCancelled: '発送がなく、自動でキャンセル',
  disputed: '問題の報告',
  lost: '荷物が届かず、運営が確認',
  returning: '返品を承諾',
  returned: '返品完了',
  returnOverdue: '返品が終わらず、運営が確認',
  decided: '運営の決定',
}

export const carrierTexts: Record<Carrier, { name: string; about: string }> = {
  parcel: { name: '宅配便', about: '営業所・コンビニのカウンター' },
  post: { name: '郵便', about: '郵便局の窓口' },
}

export const trackingTexts: Record<TrackingState, string> = {
  waiting: '引き受け前',
  accepted: '引き受け済み',
  inTransit: '輸送中',
  delivered: '配達済み',
}

export const offerTexts: Record<OfferState, string> = {
  open: '出品者の返事を待っています',
  countered: '出品者から価格の提案があります',
  accepted: 'この価格で購入できます',
  declined: '見送られました',
  expired: '期限が切れました',
}

/** A number as it was typed, in full-width figures too; 0 without any. */
export const typedNumber = (written: string): number =>
  Number(written.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 9))
