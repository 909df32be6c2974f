/** The refusals of the gallery, for contract/refusals.ts. */
export const galleryRefusals = {
  galleryTitleWrong: { status: 400, message: 'タイトルを40文字以内で入力してください。' },
  galleryPriceWrong: {
    status: 400,
    message: '価格は0ポイント（無料）か、決められた範囲の10ポイント単位で設定してください。',
  },
  galleryTimeWrong: { status: 400, message: '公開する日時は、60日先までで選んでください。' },
  galleryNotEditable: { status: 409, message: 'この作品は、いまは変更できません。表示し直してください。' },
  galleryEmpty: { status: 409, message: '画像か動画を追加してください。' },
  galleryTooMany: { status: 409, message: '作品は500点までです。公開を終えた作品を整理してください。' },
  galleryPictureRefused: {
    status: 403,
    message: 'この画像は、以前に削除されたものと同じか、よく似ているため登録できません。',
  },
  galleryPriceChanged: { status: 409, message: '価格が変わりました。新しい価格をご確認ください。' },
  galleryReturned: { status: 409, message: 'この作品の購入は、ポイントの返還で取り消されています。' },
  galleryFavouritesFull: { status: 409, message: '保存できる作品は1,000点までです。' },
  galleryReviewed: {
    status: 409,
    message: 'この作品は、ほかの方が審査したか、内容が変わっています。表示し直してください。',
  },
  galleryRemoved: { status: 409, message: 'この作品はすでに削除されています。' },
  galleryBoundsWrong: { status: 400, message: '範囲は10ポイント単位で、下限を上限以下にしてください。' },
  requestWishWrong: { status: 400, message: 'リクエストを200文字以内で入力してください。' },
  requestTooMany: {
    status: 409,
    message: 'お返事とお届けを待っているリクエストは、3件までです。',
  },
  requestGone: {
    status: 409,
    message: 'このリクエストは、すでに終わっているか、内容が変わっています。表示し直してください。',
  },
} as const
