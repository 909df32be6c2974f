import { accountRefusals } from '#contract/account/refusals.ts'
import { galleryRefusals } from '#contract/gallery/refusals.ts'
import { liveRefusals } from '#contract/live/refusals.ts'
import { marketRefusals } from '#contract/market/refusals.ts'
import { operatorRefusals } from '#contract/operators/refusals.ts'
import { videosRefusals } from '#contract/videos/refusals.ts'

/**
 * Every refusal the server can give: its HTTP status and the one Japanese sentence people read.
 * Sentences in 『specification 2, 5 and 8』 are word for word.
 */
export const refusals = {
  // shared
  notLoggedIn: { status: 401, message: 'ログインしていません' },
  badInput: { status: 400, message: '入力内容を確認してください。' },
  malformedBody: { status: 400, message: 'リクエストの形式が正しくありません。' },
  bodyTooLarge: { status: 413, message: '送信できる大きさを超えています。' },
  notFound: { status: 404, message: '見つかりませんでした。' },
  unknownPath: { status: 404, message: 'このAPIはありません。' },
  methodNotAllowed: { status: 405, message: 'この方法では呼び出せません。' },
  forbidden: { status: 403, message: 'この操作はできません。' },
  foreignOrigin: { status: 403, message: '別のサイトからの操作は受け付けていません。' },
  hostNotOwn: {
    status: 421,
    message:
      'このアドレスからは運営の画面にログインできません。localhost か IPアドレスで開くか、PUBLIC_URL を設定してください。',
  },
  tooManyRequests: { status: 429, message: 'しばらく時間をおいてからお試しください。' },
  notReady: { status: 503, message: '準備中です。少し待ってからもう一度お試しください。' },
  databaseAway: { status: 503, message: 'サーバーとの通信に失敗しました' },
  serverFailure: { status: 500, message: 'サーバーとの通信に失敗しました' },

  // account
  ...accountRefusals,

  // identity
  applicationRole: { status: 403, message: 'この申し込みは、まだ配信者でない方だけができます。' },
  applicationSubmitted: {
    status: 409,
    message: 'すでにお申し込みいただいています。審査の結果をお待ちください。',
  },
  applicationTooEarly: { status: 409, message: 'いまはお申し込みいただけません。' },
  applicationNotOpen: {
    status: 409,
    message: '入力中の申し込みがありません。はじめからやり直してください。',
  },
  applicationTermsChanged: {
    status: 409,
    message: '配信者規約が新しくなりました。読み直してからお申し込みください。',
  },
  legalNameWrong: {
    status: 400,
    message: 'お名前を、書類のとおりに50文字以内で入力してください。数字や記号は使えません。',
  },
  legalKanaWrong: { status: 400, message: 'フリガナを、カタカナ50文字以内で入力してください。' },
  birthDateDiffers: {
    status: 409,
    message: '以前に登録された生年月日と違います。訂正が必要なときは、お問い合わせください。',
  },
  documentMissing: { status: 409, message: 'まだ受け取っていない画像があります。' },
  documentNotTaken: { status: 409, message: 'この書類では、この面の画像は受け取れません。' },
  documentUnreadable: {
    status: 409,
    message: 'この画像は開けません。保管中に変わったか、別の鍵で封じられています。',
  },
  applicationDecided: {
    status: 409,
    message: 'この申し込みは、ほかの方が処理したか、内容が変わっています。表示し直してください。',
  },
  applicantInCall: {
    status: 409,
    message: '申込者はいま通話中です。通話が終わってから承認してください。',
  },

  // people
  partnerUnavailable: { status: 404, message: 'ユーザー情報の取得に失敗しました。' },
  availabilityTooMany: {
    status: 409,
    message: '「空いたら知らせる」は20人までです。ほかの方の分を取り消してからお試しください。',
  },
  bookmarkExists: { status: 409, message: 'すでにお気に入りに追加されています。' },
  bookmarkMissing: { status: 409, message: 'お気に入りに追加されていません。' },
  bookmarkSelf: { status: 400, message: '自分をお気に入りに追加することはできません。' },
  reviewTooShort: { status: 400, message: '10文字以上入力してください。' },
  reviewTooLong: { status: 400, message: '感想は500文字以内で入力してください。' },
  reviewNotAllowed: { status: 409, message: 'レビューできる通話がありません。' },
  reviewAnswered: { status: 409, message: 'このレビューにはすでに返信しています。' },
  reviewAnswerEmpty: { status: 400, message: '返信を入力してください。' },
  reviewAnswerTooLong: { status: 400, message: '返信は300文字以内で入力してください。' },
  timelineEmpty: { status: 400, message: '投稿する内容を入力してください。' },
  timelineTooLong: { status: 400, message: '投稿は1,000文字以内、@は5人までにしてください。' },
  timelineTooOften: { status: 429, message: '投稿が続いています。少し時間をおいてからお試しください。' },
  timelineTooLate: { status: 409, message: '編集できるのは、投稿してから10分以内です。' },
  timelineSchedule: { status: 400, message: '公開する日時は、いまから30日以内で選んでください。' },
  commentEmpty: { status: 400, message: 'コメントを入力してください。' },
  commentTooLong: { status: 400, message: 'コメントは500文字以内、@は5人までにしてください。' },
  answersFull: { status: 409, message: 'このコメントには、これ以上返信できません。' },
  pollChoicesWrong: {
    status: 400,
    message: 'アンケートの選択肢は、それぞれ違う言葉で40文字以内にしてください。',
  },
  pollClosed: { status: 409, message: 'このアンケートは終了しました。' },
  pollVoted: { status: 409, message: 'すでに投票しています。' },
  searchPageGone: { status: 409, message: '検索の続きを読み込めません。もう一度検索してください。' },
  rateOutOfBounds: { status: 400, message: '料金は決められた範囲で、10ポイント単位で設定してください。' },
  rateNoneLeft: { status: 400, message: '音声通話かビデオ通話のどちらかは受け付けてください。' },
  regionUnknown: { status: 400, message: '地域を一覧から選んでください。' },
  profileAgeChecked: {
    status: 409,
    message: '年齢は、本人確認の書類にもとづいて表示しています。変更はできません。',
  },
  profileAgeWrong: { status: 400, message: '年齢は18〜99歳で選んでください。' },
  jobTooLong: { status: 400, message: '職業は20文字以内で入力してください。' },
  bioTooLong: { status: 400, message: '自己紹介は300文字以内で入力してください。' },
  tagsTooMany: { status: 400, message: 'タグは8個までにしてください。' },
  tagWrong: { status: 400, message: 'タグは空白を入れずに、12文字以内で入力してください。' },
  scheduleWrong: { status: 400, message: '待機の予定の時間が重なっているか、正しくありません。' },
  pushMissing: {
    status: 409,
    message: '通知を受け取れる端末がありません。先にこの端末の通知をオンにしてください。',
  },
  ringPushOff: {
    status: 409,
    message: '着信のプッシュ通知がオフになっています。先に通知の設定でオンにしてください。',
  },
  notificationUnknown: { status: 400, message: 'この通知の設定はありません。' },
  quietHoursWrong: { status: 400, message: 'おやすみモードの開始と終了は、別の時刻にしてください。' },
  pushAddressWrong: { status: 400, message: '通知の登録に失敗しました。' },

  // calls
  callSelf: { status: 400, message: '自分に発信することはできません。' },
  callSameRole: { status: 400, message: 'この相手とは通話できません。' },
  callKindRefused: { status: 409, message: 'この種類の通話は受け付けていません。' },
  callRateChanged: { status: 409, message: '料金が変わりました。新しい料金をご確認ください。' },
  callPartnerBusy: { status: 409, message: 'ほかの方と通話中です。' },
  callPartnerOffline: { status: 409, message: 'いまは通話を受けられません。' },
  callNotConnected: { status: 409, message: 'つながりませんでした' },
  callAlreadyInCall: { status: 409, message: 'ほかの通話が続いています。' },
  callTooManyRings: { status: 429, message: '応答がない発信が続いています。時間をおいてお試しください。' },
  callReceptionUnproven: {
    status: 429,
    message: '本日は通信の途切れが続いたため、新しい通話を始められません。明日あらためてお試しください。',
  },
  callTooManyNewcomers: {
    status: 429,
    message:
      'この方には、はじめての方からの発信が続いています。時間をおいてお試しください。電話番号の確認かポイントの購入がお済みの方は、すぐに発信できます。',
  },
  callGone: { status: 410, message: 'この通話は終わっています。' },
  callNotRinging: { status: 409, message: 'この着信にはもう応答できません。' },
  callNotAsked: { status: 409, message: 'この申し出は、もう終わっています。' },
  callWrongKind: { status: 409, message: '通話の種類が違います。' },
  videoRequestStandby: { status: 409, message: 'いま待機中です。そのまま通話をかけられます。' },
  videoRequestOpen: { status: 409, message: 'リクエストを送ったばかりです。お返事をお待ちください。' },
  videoRequestTooMany: { status: 429, message: 'リクエストが続いています。時間をおいてお試しください。' },
  mediaUnavailable: { status: 503, message: '通話サーバーの準備中です。少し待ってからお試しください。' },

  // bookings
  bookingsClosed: { status: 409, message: 'この方は、いま予約を受け付けていません。' },
  bookingTimeWrong: {
    status: 400,
    message: '予約の時間は、15分後から14日先までの15分きざみで選んでください。',
  },
  bookingNoteWrong: { status: 400, message: 'ひとことは100文字以内で入力してください。' },
  bookingTaken: {
    status: 409,
    message: 'その時間には、ほかの予約が入っています。別の時間をお選びください。',
  },
  bookingTooMany: {
    status: 409,
    message: '予約は、1人の方に3件、全部で10件までです。ほかの予約が終わってからお試しください。',
  },
  bookingGone: { status: 410, message: 'この予約は、すでに終わっているか取り消されています。' },
  bookingChanged: { status: 409, message: '予約の時間が変わりました。新しい時間をご確認ください。' },

  ...marketRefusals,

  // chat
  chatSameRole: { status: 400, message: 'この相手とはトークできません。' },
  chatTextEmpty: { status: 400, message: 'メッセージを入力してください。' },
  chatTextTooLong: { status: 400, message: 'メッセージは1,000文字以内で入力してください。' },
  chatTooFast: { status: 429, message: '送信が続いています。少し待ってからお試しください。' },
  chatTooManyFirsts: {
    status: 429,
    message: '新しい相手への送信が続いています。時間をおいてからお試しください。',
  },
  chatReplyGone: { status: 409, message: '返信先のメッセージが見つかりません。' },
  chatPriceChanged: {
    status: 409,
    message: 'メッセージの料金が変わりました。新しい料金をご確認のうえ、もう一度送信してください。',
  },
  stickerUnknown: { status: 404, message: 'このスタンプは使えません。' },
  imageGone: { status: 409, message: '画像が見つかりません。もう一度選んでください。' },
  imagePriceNotAllowed: { status: 403, message: '画像に封をすることはできません。' },
  imagePriceChanged: { status: 409, message: '画像の価格が変わりました。もう一度ご確認ください。' },
  unsendTooLate: { status: 409, message: '送信から24時間を過ぎたため、取り消せません。' },
  unsendPaid: { status: 409, message: 'ひらかれた画像は取り消せません。' },
  callNotMissed: { status: 409, message: 'この通話は不在着信ではありません。' },

  // images
  uploadTooLarge: { status: 413, message: '画像が大きすぎます。15MB以下の画像を選んでください。' },
  uploadCutOff: { status: 408, message: '画像を送りきれませんでした。電波のよい所でお試しください。' },
  uploadTooMany: { status: 429, message: '画像の送信が続いています。時間をおいてからお試しください。' },
  imageUnreadable: {
    status: 415,
    message: '画像を読み込めませんでした。JPEG、PNG、WebP、AVIF、GIFの画像を選んでください。',
  },
  imageTooManyPixels: { status: 413, message: '画像の縦と横が大きすぎます。小さい画像を選んでください。' },
  storageUnavailable: {
    status: 503,
    message: '画像をあつかう準備ができていません。少し待ってからお試しください。',
  },

  // videos and the gallery
  ...videosRefusals,
  ...galleryRefusals,

  // safety
  contactWarning: {
    status: 409,
    message: '連絡先の交換と思われる内容が含まれています。トラブルを防ぐため、送らないことをおすすめします。',
  },
  contactRefused: { status: 403, message: '連絡先の交換と思われる内容は送信できません。' },
  blockSelf: { status: 400, message: '自分をブロックすることはできません。' },
  reportSelf: { status: 400, message: '自分を通報することはできません。' },
  reportTextTooLong: { status: 400, message: '通報の内容は1,000文字以内で入力してください。' },
  reportClosed: { status: 409, message: 'この通報はすでに対応済みです。' },
  reportTooOften: { status: 429, message: '通報が続いています。時間をおいてからお試しください。' },
  proposalTooOften: {
    status: 429,
    message: '配信者への送信が続いています。時間をおいてからお試しください。',
  },

  // points
  insufficientPoints: { status: 402, message: 'ポイントが不足しています' },
  holdGone: { status: 409, message: '確保したポイントは残っていません。' },
  refundExceeds: { status: 409, message: '返せるポイントを超えています。' },
  bankAccountWrong: { status: 400, message: '口座の内容を確認してください。' },
  payoutTooLittle: { status: 409, message: '支払い可能な報酬が申請できる金額に届いていません。' },
  payoutOpen: { status: 409, message: 'すでに申請中の支払いがあります。' },
  payoutAccountMissing: { status: 409, message: '先に振込先の口座を登録してください。' },
  payoutAccountChanged: { status: 409, message: '振込先を変更してから24時間は申請できません。' },
  payoutDecided: { status: 409, message: 'この申請はすでに処理されています。' },
  payoutFrozen: {
    status: 409,
    message: '凍結中または取り消し済みの報酬が含まれているため、承認できません。',
  },
  payoutNotApproved: { status: 409, message: 'まだ承認されていない申請です。' },
  campaignReceived: { status: 409, message: 'このキャンペーンのポイントは受け取り済みです。' },
  campaignNotYet: { status: 409, message: 'まだ受け取れません。受け取り期間をご確認ください。' },
  campaignOver: { status: 410, message: 'このキャンペーンの受け取り期間は終了しました。' },
  campaignNothing: { status: 409, message: '対象となる有料ポイントのご利用がありません。' },
  campaignTimesWrong: {
    status: 400,
    message: '期間と受け取り期間の順序を確認してください。受け取りは終了の10分後から始められます。',
  },
  baseDateUnknown: { status: 400, message: '基準日は3月31日か9月30日です。' },
  baseDateAhead: { status: 409, message: 'この基準日はまだ終わっていません。' },
  idempotencyMismatch: { status: 409, message: '同じ番号で別の内容が送られました。' },

  // purchase
  birthDateMissing: { status: 409, message: 'ご購入の前に、生年月日を登録してください。' },
  birthDateStated: {
    status: 409,
    message: '生年月日はすでに登録されています。訂正はお問い合わせください。',
  },
  birthDateImpossible: { status: 400, message: '正しい生年月日を入力してください。' },
  underAge: { status: 403, message: '18歳未満の方は、通話・トーク・ポイント購入をご利用いただけません。' },
  purchaseFrozen: {
    status: 403,
    message: '確認中のお支払いがあるため、いまは購入できません。お問い合わせください。',
  },
  courseGone: { status: 409, message: 'このコースは販売を終了しました。ほかのコースをお選びください。' },
  purchaseChanged: { status: 409, message: '購入の内容が変わりました。もう一度ご確認ください。' },
  purchaseLimitReached: { status: 409, message: '今月の購入の上限をこえるため、購入できません。' },
  methodUnavailable: { status: 409, message: 'このお支払い方法は、いまはご利用いただけません。' },
  paymentTriesTooMany: {
    status: 429,
    message:
      'お支払いが続けて承認されなかったため、この方法は一時的にご利用いただけません。時間をおくか、別のお支払い方法をお試しください。',
  },
  paymentsUnderWay: {
    status: 409,
    message: '結果を確認中のお支払いがあります。購入の履歴でご確認のうえ、終わってからお試しください。',
  },
  transfersOpen: {
    status: 409,
    message: 'お振込をお待ちしている注文が3件あります。先にそちらをお振込みください。',
  },
  orderNotDisputed: { status: 409, message: 'この注文に、確認中のチャージバックはありません。' },
  transferNotExpected: { status: 409, message: 'この注文は、銀行振込の注文ではありません。' },
  transferNeedsAnother: { status: 403, message: '入金の承認は、記帳した方とは別の担当者が行ってください。' },
  courseTooGenerous: { status: 400, message: '無料ポイントは金額の半分までにしてください。' },
  transferBooked: { status: 409, message: 'この注文、またはこの入金は、すでに記帳されています。' },
  orderNotRefundable: { status: 409, message: 'この注文は返金できません。' },
  refundNothingLeft: { status: 409, message: '返金できる有料ポイントが残っていません。' },
  refundNeedsAnother: { status: 403, message: '返金の承認は、申請した方とは別の担当者が行ってください。' },
  refundUnderWay: { status: 409, message: 'この注文の返金は、すでに手続き中です。' },
  savedCardMissing: { status: 409, message: '登録したカードがありません。' },

  // legal
  consentDue: { status: 403, message: '規約が新しくなりました。内容をご確認のうえ、同意してください。' },
  legalVersionOld: { status: 409, message: '内容が更新されています。もう一度ご確認ください。' },
  markdownTooComplex: {
    status: 400,
    message: '記号の組み合わせが複雑すぎるため、表示できません。「*」や「>」などの記号を減らしてください。',
  },
  legalTextEmpty: { status: 400, message: '本文を入力してください。' },
  legalSummaryMissing: { status: 400, message: '何が変わったかを、会員に向けて一文で書いてください。' },
  legalUnchanged: { status: 409, message: '公開中の内容と同じです。' },
  legalConsentUnfit: {
    status: 400,
    message: '会員に同意を求められるのは、利用規約とプライバシーポリシーだけです。',
  },

  messageTitleMissing: { status: 400, message: 'タイトルを入力してください。' },
  messageTextEmpty: { status: 400, message: '本文を入力してください。' },
  messageTimesWrong: { status: 400, message: '公開の終了は、開始より後にしてください。' },
  messageNameTaken: { status: 409, message: 'このアドレスのページは、すでにあります。' },
  messageChanged: {
    status: 409,
    message: 'ほかの担当者がこのページを変更しました。読み込み直してから、もう一度お試しください。',
  },

  // boards
  boardTitleWrong: { status: 400, message: 'タイトルは1〜40文字で入力してください。' },
  boardTextWrong: { status: 400, message: '本文は1〜1,000文字で入力してください。' },
  boardTooOften: {
    status: 429,
    message: '続けて投稿できません。少し時間をおいてから、もう一度お試しください。',
  },
  boardThreadClosed: { status: 409, message: 'このスレッドには、これ以上書き込めません。' },
  boardSubscriptionsFull: {
    status: 409,
    message: '通知を受け取るスレッドは100件までです。ほかのスレッドの通知を切ってください。',
  },
  boardReasonMissing: { status: 400, message: '削除の理由を入力してください。' },

  // missions
  missionLocked: {
    status: 403,
    message: 'このミッションのポイントは受け取れません。毎日のミッションには、電話番号の確認が必要です。',
  },
  missionOpen: { status: 409, message: 'まだ達成していません。' },
  missionWrong: { status: 400, message: '種類と数えるもの、目標の組み合わせを確認してください。' },

  ...liveRefusals,

  // operator
  ...operatorRefusals,
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

/** What the wire carries for a refusal, with the table's HTTP status. */
export interface RefusalBody {
  type: 'error'
  code: RefusalCode
  message: string
}

export const refusalBody = (code: RefusalCode): RefusalBody => ({
  type: 'error',
  code,
  message: refusals[code].message,
})
