/** The part of `refusals` that operators alone get. */
export const operatorRefusals = {
  secondStepMissing: { status: 401, message: '確認コードを入力してください。' },
  codeRefused: { status: 401, message: '確認コードが違います。' },
  alreadyEnrolled: { status: 409, message: '認証アプリはすでに登録されています。' },
  passwordTooShort: { status: 400, message: '新しいパスワードは12文字以上にしてください。' },
  outboxClosed: { status: 404, message: '送信箱はデモのときだけ見られます。' },
  birthDateNotStated: {
    status: 404,
    message: '生年月日を登録している会員が見つかりません。会員IDをご確認ください。',
  },
  broadcasterUnderAge: { status: 409, message: '配信者の生年月日を18歳未満に訂正することはできません。' },
  noticeDone: { status: 409, message: 'このお知らせは対応済みです。' },
  livePresentsWrong: {
    status: 409,
    message: 'プレゼントの一覧が変わっています。読み込み直してから、もう一度お試しください。',
  },
  liveWordWrong: { status: 400, message: '文字や数字を含まない言葉は登録できません。' },
  chatPriceWrong: {
    status: 400,
    message: 'メッセージの料金は、0〜500ポイントの5ポイント単位で設定してください。',
  },
  ageBandWrong: {
    status: 400,
    message: '年齢は18〜99歳、上限は1,000〜10,000,000円で入力してください。',
  },
  ageBandNeeded: { status: 409, message: '18歳からの上限は削除できません。金額を変更してください。' },
  rateBoundsWrong: {
    status: 400,
    message: '下限と上限は50〜1,000ポイントの10ポイント単位で、下限を上限以下にしてください。',
  },
  payoutBatched: {
    status: 409,
    message:
      '振込データに保存した申請です。銀行から返金されたこと、または銀行へ送っていないことを確かめてください。',
  },
} as const satisfies Record<string, { status: number; message: string }>
