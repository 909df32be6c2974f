import type { MemberNotice, MemberNoticeKind, PayoutMoment } from '#contract/notifications/notifications.ts'
import type { TimelineMoment } from '#contract/timeline/timeline.ts'
import { bookingTitles, japaneseDayAndTime } from '#domain/bookings/booking-texts.ts'
import { marketTitles } from '#domain/market/market-texts.ts'
import { noticeTargetOf } from '#domain/notifications/notice-target.ts'
import { warnedOf } from '#web/safety/safety-texts.ts'
import { noticePath } from '#web/shell/navigation/notice-path.ts'
import { day, daysLeft, points, time } from '#web/text/format.ts'

const lotName = { free: '無料ポイント', paid: '有料ポイント' } as const

/** あと7日, 明日まで, 今日まで. */
const whenText = (expiresAt: string, nowMs: number): string => {
  const days = daysLeft(expiresAt, nowMs)
  if (days === 0) return '今日まで'
  return days === 1 ? '明日まで' : `あと${days}日`
}

const applicationTexts = {
  approved: {
    title: '配信者の審査が完了しました',
    text: 'ベースで、自己紹介や料金を整えて、待機をはじめられます。',
  },
  needsMore: {
    title: '配信者の申し込みについてお願いがあります',
    text: 'もう一度お送りいただきたいものがあります。申し込みの画面をご確認ください。',
  },
  refused: {
    title: '配信者の審査の結果をお知らせします',
    text: '申し込みの画面で、結果をご確認ください。',
  },
} as const

/** A changed sign-in method, and what to do if the member didn't change it. */
const changes = {
  passkeyAdded: { title: 'パスキーが追加されました', advice: '「ログインと安全」から削除してください。' },
  passkeyDeleted: { title: 'パスキーが削除されました', advice: 'すぐにお問い合わせください。' },
  googleLinked: {
    title: 'Googleアカウントが連携されました',
    advice: '「ログインと安全」で連携を解除してください。',
  },
  googleUnlinked: {
    title: 'Googleアカウントの連携が解除されました',
    advice: 'すぐにお問い合わせください。',
  },
  phoneChanged: { title: '電話番号が変更されました', advice: 'ほかの端末をログアウトしてください。' },
  phoneRemoved: { title: '電話番号が削除されました', advice: 'ほかの端末をログアウトしてください。' },
  passwordChanged: { title: 'パスワードが変更されました', advice: 'すぐに再設定してください。' },
  mailChanged: { title: 'メールアドレスが変更されました', advice: 'すぐにお問い合わせください。' },
} as const

/** A toast shows the title alone. */
interface NoticeText {
  title: string
  text: string
}
type AboutOf<Kind extends MemberNoticeKind> = Extract<MemberNotice['about'], { kind: Kind }>
type Texts = { [Kind in MemberNoticeKind]: (about: AboutOf<Kind>, nowMs: number) => NoticeText }

const change = (about: AboutOf<keyof typeof changes>): NoticeText => {
  const { title, advice } = changes[about.kind]
  return { title, text: `${about.deviceName}。心当たりがない場合は、${advice}` }
}

/** Every kind's title and line, as they stand now: points that were spent or expired since are reported as such. */
const texts: Texts = {
  passkeyAdded: change,
  passkeyDeleted: change,
  googleLinked: change,
  googleUnlinked: change,
  phoneChanged: change,
  phoneRemoved: change,
  passwordChanged: change,
  mailChanged: change,
  newSignIn: ({ deviceName, isThisDevice }) => ({
    title: isThisDevice ? 'この端末でログインしました' : '新しい端末でログインがありました',
    text: isThisDevice
      ? deviceName
      : `${deviceName}。心当たりがない場合は、その端末をログアウトしてください。`,
  }),
  recoveryCodeCreated: ({ deviceName, isThisDevice }) => ({
    title: '復旧コードが作成されました',
    text: isThisDevice
      ? deviceName
      : `${deviceName}。心当たりがない場合は、その端末をログアウトし、作り直してください。`,
  }),
  recoveryCodeUsed: ({ deviceName }) => ({
    title: '復旧コードでログインがありました',
    text: `${deviceName}。使ったコードはもう使えません。新しいコードを作成してください。`,
  }),
  payoutAccountSaved: ({ bankName, maskedNumber }) => ({
    title: '振込先の口座が登録されました',
    text: `${bankName} ${maskedNumber}。心当たりがない場合は、すぐにお問い合わせください。`,
  }),
  payoutMoved: ({ moment, points: amount }) => ({
    title: payoutTitles[moment],
    text: moment === 'refused' ? `${points(amount)}は報酬に戻りました。` : points(amount),
  }),
  safetyWarning: ({ reason }) => ({
    title: '運営からの警告',
    text: `${warnedOf[reason]}について、規約に反する行為を確認しました。続く場合は、ご利用を停止することがあります。`,
  }),
  reviewAnswered: ({ partnerName }) => ({
    title: `${partnerName}さんがレビューに返信しました`,
    text: '返信は、お相手のプロフィールに表示されています。',
  }),
  boardAnswered: ({ title }) => ({
    title: '掲示板に新しい書き込みがあります',
    text: title === '' ? '通知を受け取っているスレッドです。' : `「${title}」`,
  }),
  partnerAvailable: ({ partnerName }) => ({
    title: `${partnerName}さんが待機中になりました`,
    text: '「空いたら知らせる」でお待ちの方です。',
  }),
  booking: ({ moment, partnerName, startsAt }) => ({
    title: bookingTitles[moment],
    text: `${partnerName}さん・${japaneseDayAndTime(Date.parse(startsAt))}`,
  }),
  timeline: ({ moment, partnerName, others }) => {
    const { title, text } = timelineDeeds[moment]
    return { title: `${people(partnerName, others)}が${title}`, text }
  },
  favouritePost: ({ partnerName }) => ({
    title: `${partnerName}さんが投稿しました`,
    text: 'お気に入りの方の新しい投稿です。',
  }),
  favouriteItem: ({ partnerName }) => ({
    title: `${partnerName}さんが新しい作品を公開しました`,
    text: 'お気に入りの方の作品です。',
  }),
  favouriteLive: ({ partnerName }) => ({
    title: `${partnerName}さんが配信をはじめました`,
    text: 'お気に入りの方の配信です。',
  }),
  market: ({ moment, title }) => ({ title: marketTitles[moment], text: title }),
  gallerySold: ({ partnerName, others, title, points: price }) => ({
    title: `${people(partnerName, others)}が作品を購入しました`,
    text: `「${title}」・${points(price)}`,
  }),
  galleryReviewed: ({ outcome, title }) => ({ title: galleryTitles[outcome], text: `「${title}」` }),
  imageRequest: ({ moment, partnerName, points: offered }) => ({
    title: requestTitles[moment],
    text: `${partnerName}さん・${points(offered)}`,
  }),
  campaignOpen: ({ campaignName, points: amount, claimsUntil }, nowMs) => ({
    title: `${points(amount)}を受け取れます`,
    text: `「${campaignName}」のポイントです。${day(claimsUntil, nowMs)} ${time(claimsUntil)}まで`,
  }),
  pointsMoved: ({ moment, points: amount }) =>
    moment === 'bought'
      ? { title: `${points(amount)}を購入しました`, text: 'ポイントが残高に追加されました。' }
      : { title: `${points(amount)}が戻りました`, text: '作品の公開が終了したため、お返ししました。' },
  missionReached: ({ title, points: bonus }) => ({
    title: `ミッション達成、${points(bonus)}を受け取れます`,
    text: `「${title}」`,
  }),
  applicationMoved: ({ outcome }) => applicationTexts[outcome],
  dataExportReady: ({ expiresAt }, nowMs) => ({
    title: 'データの控えができました',
    text: `${day(expiresAt, nowMs)}までダウンロードできます。`,
  }),
  pointsExpiring: (about, nowMs) => expiringText(about, nowMs),
}

/** The text of a notification now. */
export const notificationText = ({ about }: Pick<MemberNotice, 'about'>, nowMs: number): NoticeText =>
  (texts[about.kind] as (about: MemberNotice['about'], nowMs: number) => NoticeText)(about, nowMs)

/** みおさん、ほか3人. A caller isn't named to another caller. */
const people = (name: string | null, others: number): string =>
  `${name || 'ユーザー'}さん${others > 0 ? `、ほか${others}人` : ''}`

const payoutTitles = {
  approved: '出金の申請が承認されました',
  paid: '出金の振込を手配しました',
  refused: '出金の申請が見送られました',
} as const satisfies Record<PayoutMoment, string>

const timelineDeeds = {
  comment: { title: 'あなたの投稿にコメントしました', text: 'タイムラインの投稿にコメントが届いています。' },
  answer: { title: 'あなたのコメントに返信しました', text: 'タイムラインのコメントに返信が届いています。' },
  mention: { title: 'あなたをメンションしました', text: 'タイムラインで、あなたの名前が紹介されています。' },
  like: { title: 'いいねしました', text: 'あなたのタイムラインの投稿です。' },
} as const satisfies Record<TimelineMoment, NoticeText>

const requestTitles = {
  sent: '写真のリクエストが届きました',
  accepted: 'リクエストが承諾されました',
  delivered: 'リクエストの画像が届きました',
  declined: 'リクエストは見送られました',
  cancelled: 'リクエストが取り消されました',
  expired: 'リクエストの期限が過ぎました',
} as const satisfies Record<Extract<MemberNotice['about'], { kind: 'imageRequest' }>['moment'], string>

const galleryTitles = {
  passed: '作品が審査を通りました',
  refused: '作品が差し戻されました',
  removed: '作品が運営により削除されました',
} as const

const expiringText = (about: AboutOf<'pointsExpiring'>, nowMs: number): NoticeText => {
  const name = lotName[about.lotKind]
  const until = `${day(about.expiresAt, nowMs)} ${time(about.expiresAt)}まで`
  if (about.points === 0) return { title: `${name}の有効期限`, text: `${until}・使い切りました` }
  if (Date.parse(about.expiresAt) <= nowMs)
    return { title: `${name}の有効期限`, text: `${until}・期限が過ぎました` }
  return {
    title: `${name} ${points(about.points)}がもうすぐ期限です`,
    text: `${until}・${whenText(about.expiresAt, nowMs)}`,
  }
}

/** The link of a notification. */
export const notificationLink = ({ about }: Pick<MemberNotice, 'about'>): { to: string; label: string } => {
  const { target, label } = noticeTargetOf(about)
  return { to: noticePath(target), label }
}
