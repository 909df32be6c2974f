import type { MemberNotice } from '#contract/notifications/notifications.ts'
import { bookingTitles, japaneseDayAndTime } from '#domain/bookings/booking-texts.ts'
import { marketTitles } from '#domain/market/market-texts.ts'
import { warnedOf } from '#web/safety/safety-texts.ts'
import { paths } from '#web/shell/navigation/paths.ts'
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

type Change = Extract<MemberNotice['about'], { kind: keyof typeof changes }>
const isChange = (about: MemberNotice['about']): about is Change => Object.hasOwn(changes, about.kind)

/** The text of a notification now: points that were spent or expired since are reported as such. */
export const notificationText = (
  { about }: Pick<MemberNotice, 'about'>,
  nowMs: number,
): { title: string; text: string } => {
  if (isChange(about)) {
    const { title, advice } = changes[about.kind]
    return { title, text: `${about.deviceName}。心当たりがない場合は、${advice}` }
  }
  if (about.kind === 'payoutAccountSaved')
    return {
      title: '振込先の口座が登録されました',
      text: `${about.bankName} ${about.maskedNumber}。心当たりがない場合は、すぐにお問い合わせください。`,
    }
  if (about.kind === 'safetyWarning')
    return {
      title: '運営からの警告',
      text: `${warnedOf[about.reason]}について、規約に反する行為を確認しました。続く場合は、ご利用を停止することがあります。`,
    }
  if (about.kind === 'reviewAnswered')
    return {
      title: `${about.partnerName}さんがレビューに返信しました`,
      text: '返信は、お相手のプロフィールに表示されています。',
    }
  if (about.kind === 'boardAnswered')
    return { title: '掲示板に新しい書き込みがあります', text: '通知を受け取っているスレッドです。' }
  if (about.kind === 'partnerAvailable')
    return {
      title: `${about.partnerName}さんが待機中になりました`,
      text: '「空いたら知らせる」でお待ちの方です。',
    }
  if (about.kind === 'booking')
    return {
      title: bookingTitles[about.moment],
      text: `${about.partnerName}さん・${japaneseDayAndTime(Date.parse(about.startsAt))}`,
    }
  if (about.kind === 'timeline') return timelineText(about)
  if (about.kind === 'market') return { title: marketTitles[about.moment], text: about.title }
  if (about.kind === 'campaignOpen')
    return {
      title: `${points(about.points)}を受け取れます`,
      text: `「${about.campaignName}」のポイントです。${day(about.claimsUntil, nowMs)} ${time(about.claimsUntil)}まで`,
    }
  if (about.kind === 'newSignIn')
    return {
      title: about.isThisDevice ? 'この端末でログインしました' : '新しい端末でログインがありました',
      text: about.isThisDevice
        ? about.deviceName
        : `${about.deviceName}。心当たりがない場合は、その端末をログアウトしてください。`,
    }
  if (about.kind === 'applicationMoved') return applicationTexts[about.outcome]
  if (about.kind === 'galleryReviewed' || about.kind === 'imageRequest') return galleryText(about)
  if (about.kind === 'recoveryCodeCreated')
    return {
      title: '復旧コードが作成されました',
      text: about.isThisDevice
        ? about.deviceName
        : `${about.deviceName}。心当たりがない場合は、その端末をログアウトし、作り直してください。`,
    }
  if (about.kind === 'recoveryCodeUsed')
    return {
      title: '復旧コードでログインがありました',
      text: `${about.deviceName}。使ったコードはもう使えません。新しいコードを作成してください。`,
    }
  if (about.kind === 'dataExportReady')
    return {
      title: 'データの控えができました',
      text: `${day(about.expiresAt, nowMs)}までダウンロードできます。`,
    }
  return expiringText(about, nowMs)
}

type TimelineNotice = Extract<MemberNotice['about'], { kind: 'timeline' }>

const timelineDeeds = {
  comment: { title: 'あなたの投稿にコメントしました', text: 'タイムラインの投稿にコメントが届いています。' },
  answer: { title: 'あなたのコメントに返信しました', text: 'タイムラインのコメントに返信が届いています。' },
  mention: { title: 'あなたをメンションしました', text: 'タイムラインで、あなたの名前が紹介されています。' },
} as const satisfies Record<TimelineNotice['moment'], object>

/** A caller isn't named to another caller. */
const timelineText = ({ moment, partnerName, others }: TimelineNotice): { title: string; text: string } => {
  const who = partnerName === null ? 'ユーザー' : partnerName
  const { title, text } = timelineDeeds[moment]
  return { title: `${who}さん${others > 0 ? `ほか${others}人` : ''}が${title}`, text }
}
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

type GalleryNotice = Extract<MemberNotice['about'], { kind: 'galleryReviewed' | 'imageRequest' }>

const galleryText = (about: GalleryNotice): { title: string; text: string } =>
  about.kind === 'galleryReviewed'
    ? { title: galleryTitles[about.outcome], text: `「${about.title}」` }
    : { title: requestTitles[about.moment], text: `${about.partnerName}さん・${points(about.points)}` }

const expiringText = (
  about: Extract<MemberNotice['about'], { kind: 'pointsExpiring' }>,
  nowMs: number,
): { title: string; text: string } => {
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

/** The link of a notification; null for one without a link. */
export const notificationLink = ({
  about,
}: Pick<MemberNotice, 'about'>): { to: string; label: string } | null => {
  if (about.kind === 'reviewAnswered') return { to: paths.reviewsOf(about.partnerId), label: '返信を見る' }
  if (about.kind === 'partnerAvailable')
    return { to: paths.profile(about.partnerId), label: 'プロフィールを見る' }
  if (about.kind === 'boardAnswered') return { to: paths.boardThread(about.threadId), label: '掲示板を見る' }
  if (about.kind === 'booking') return { to: paths.bookings(), label: '予約を見る' }
  if (about.kind === 'timeline') return { to: paths.timelinePost(about.postId), label: '投稿を見る' }
  if (about.kind === 'market')
    return about.transactionId === null
      ? { to: paths.marketItem(about.itemId), label: '商品を見る' }
      : { to: paths.marketTransaction(about.transactionId), label: '取引を見る' }
  if (about.kind === 'passkeyAdded' || about.kind === 'passkeyDeleted')
    return { to: paths.security(), label: 'パスキーを見る' }
  if (about.kind === 'newSignIn') return { to: paths.security(), label: 'ログイン中の端末を見る' }
  if (leadsToSecurity(about.kind)) return { to: paths.security(), label: 'ログインと安全を見る' }
  if (about.kind === 'campaignOpen') return { to: paths.myPage(), label: 'キャンペーンを見る' }
  if (about.kind === 'dataExportReady') return { to: paths.dataExport(), label: 'ダウンロードする' }
  if (about.kind === 'pointsExpiring') return { to: paths.myPage(), label: 'ポイント残高を見る' }
  if (about.kind === 'payoutAccountSaved') return { to: paths.payout(), label: '振込先を見る' }
  if (about.kind === 'safetyWarning')
    return { to: paths.legal('community'), label: 'コミュニティガイドラインを見る' }
  if (about.kind === 'imageRequest') return { to: paths.imageRequests(), label: 'リクエストを見る' }
  if (about.kind === 'galleryReviewed') return { to: paths.ownGallery(), label: '作品を見る' }
  if (about.kind !== 'applicationMoved') return null
  return about.outcome === 'approved'
    ? { to: paths.base(), label: 'ベースを開く' }
    : { to: paths.application(), label: '申し込みを見る' }
}

const leadsToSecurity = (kind: MemberNotice['about']['kind']): boolean =>
  [
    'recoveryCodeCreated',
    'recoveryCodeUsed',
    'googleLinked',
    'googleUnlinked',
    'phoneChanged',
    'phoneRemoved',
    'passwordChanged',
    'mailChanged',
  ].includes(kind)
