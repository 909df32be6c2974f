/** The refusals of live rooms, with status and the one sentence that people read. */
export const liveRefusals = {
  liveOver: { status: 410, message: 'この配信は終了しました。' },
  liveDailyLimit: {
    status: 409,
    message: '本日の配信時間の上限に達しました。日付が変わると、また配信できます。',
  },
  liveKicked: { status: 403, message: 'この配信は、ご覧いただけません。' },
  liveFreeLookUsed: { status: 409, message: 'この配信のお試しは、本日はすでにご利用済みです。' },
  liveNotWatching: { status: 403, message: 'この操作は、視聴中にご利用いただけます。' },
  liveMuted: { status: 403, message: 'この配信では、コメントを送れません。ポイントはかかっていません。' },
  liveSlowMode: { status: 429, message: '低速モード中です。少し待ってから送信してください。' },
  liveWordRefused: { status: 403, message: '送信できない言葉が含まれています。ポイントはかかっていません。' },
  livePriceChanged: { status: 409, message: '価格が変わりました。もう一度ご確認ください。' },
  liveMenuPaused: { status: 409, message: 'メニューは、ただいま休止中です。' },
  liveMenuFull: { status: 409, message: 'メニューの順番待ちがいっぱいです。少し待ってからお試しください。' },
  liveCommentEmpty: { status: 400, message: 'コメントを入力してください。' },
  liveCommentTooLong: { status: 400, message: 'コメントは100文字までです。' },
  liveSpendCap: {
    status: 409,
    message:
      'この視聴で決めた上限を超えるため、送れません。上限を変えるとお使いいただけます。ポイントはかかっていません。',
  },
  liveNameWrong: { status: 400, message: '名前は20文字以内で入力してください。' },
  liveOrderGone: { status: 409, message: 'この注文は、すでに終わっています。' },
  liveToyUnavailable: {
    status: 409,
    message: 'いまは機器を接続できません。しばらくしてから、もう一度お試しください。',
  },
  liveBonusTooHigh: { status: 409, message: 'ボーナスが上限を超えています。もう一度ご確認ください。' },
  liveGoalOpen: { status: 409, message: '目標は、まだ達成されていません。' },
  liveBonusTaken: { status: 409, message: 'このボーナスは、すでに受け取り済みです。' },
  liveBonusNotYours: { status: 403, message: 'この目標に参加した方だけが受け取れます。' },
} as const
