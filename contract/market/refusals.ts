/** The refusals of the flea market, with status and the one sentence that people read. */
export const marketRefusals = {
  marketItemGone: { status: 409, message: 'この商品は売り切れたか、公開が終わっています。' },
  marketCancelledBefore: {
    status: 409,
    message: 'キャンセルから24時間たつまで、この商品は購入できません。',
  },
  marketItemChanged: { status: 409, message: '商品の内容が変わりました。もう一度ご確認ください。' },
  marketPriceChanged: { status: 409, message: '価格が変わりました。もう一度ご確認ください。' },
  marketSelf: { status: 403, message: 'この商品は購入できません。' },
  marketTextWrong: { status: 400, message: '商品名は40文字、説明は1,000文字以内で入力してください。' },
  marketPriceWrong: { status: 400, message: '価格は、決められた範囲で入力してください。' },
  marketPicturesWrong: { status: 400, message: '写真を1〜10枚選んでください。' },
  marketItemTooMany: { status: 409, message: '売れていない商品は50件までです。整理してからお試しください。' },
  marketQuestionWrong: { status: 400, message: '200文字以内で入力してください。' },
  marketQuestionTooMany: { status: 409, message: '質問が続いています。返事を待ってからお試しください。' },
  marketOfferWrong: {
    status: 400,
    message: '希望価格は、いまの価格の半分以上で、いまの価格より低くしてください。',
  },
  marketOfferOpen: { status: 409, message: 'この商品には、すでに希望価格を伝えています。' },
  marketOfferGone: { status: 410, message: 'この希望価格は、変わったか期限が切れています。' },
  marketAddressMissing: { status: 409, message: '先に住所を登録してください。' },
  marketAddressWrong: {
    status: 400,
    message: '住所を確認してください。郵便番号は7けた、電話番号は0からはじまる10けたか11けたです。',
  },
  marketStepWrong: { status: 409, message: '取引の状態が変わりました。表示し直してください。' },
  marketLabelUnavailable: {
    status: 503,
    message: '発送コードを発行できませんでした。時間をおいてお試しください。',
  },
  marketDisputeTextWrong: { status: 400, message: '1,000文字以内で入力してください。' },
  marketDisputeFull: { status: 409, message: 'これ以上は書き込めません。運営からのご連絡をお待ちください。' },
  marketReviewWrong: { status: 400, message: '評価のコメントは200文字以内で入力してください。' },
  marketSplitWrong: { status: 400, message: '出品者へのポイントは、商品の価格以下にしてください。' },
  marketDecisionNeedsAnother: {
    status: 403,
    message: 'この決定の承認は、決定した方とは別の担当者が行ってください。',
  },
  marketBoundsWrong: { status: 400, message: '価格の範囲を確認してください。' },
  marketRuleWrong: {
    status: 400,
    message: '2文字以上の言葉かカテゴリーのどちらかを、まだないものにしてください。',
  },
} as const
