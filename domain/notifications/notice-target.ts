import type { NoticeTarget } from '#contract/notifications/notice-target.ts'
import type { MemberNotice, MemberNoticeKind } from '#contract/notifications/notifications.ts'

type AboutOf<Kind extends MemberNoticeKind> = Extract<MemberNotice['about'], { kind: Kind }>
type Targets = {
  [Kind in MemberNoticeKind]: (about: AboutOf<Kind>) => { target: NoticeTarget; label: string }
}

const toSecurity =
  (label = 'ログインと安全を見る') =>
  (): { target: NoticeTarget; label: string } => ({ target: { screen: 'security' }, label })

/** Where each kind leads: the very thing, not only its list. */
const targets: Targets = {
  reviewAnswered: ({ partnerId }) => ({ target: { screen: 'reviews', partnerId }, label: '返信を見る' }),
  partnerAvailable: ({ partnerId }) => ({
    target: { screen: 'profile', partnerId },
    label: 'プロフィールを見る',
  }),
  booking: () => ({ target: { screen: 'bookings' }, label: '予約を見る' }),
  timeline: ({ postId, commentId }) => ({
    target: { screen: 'timelinePost', postId, commentId },
    label: commentId === null ? '投稿を見る' : 'コメントを見る',
  }),
  favouritePost: ({ postId }) => ({
    target: { screen: 'timelinePost', postId, commentId: null },
    label: '投稿を見る',
  }),
  favouriteItem: ({ itemId }) => ({ target: { screen: 'galleryItem', itemId }, label: '作品を見る' }),
  favouriteLive: ({ partnerId }) => ({ target: { screen: 'channel', partnerId }, label: '配信を見る' }),
  boardAnswered: ({ threadId, number }) => ({
    target: { screen: 'boardThread', threadId, number },
    label: '書き込みを見る',
  }),
  market: ({ itemId, transactionId }) =>
    transactionId === null
      ? { target: { screen: 'marketItem', itemId }, label: '商品を見る' }
      : { target: { screen: 'marketTransaction', transactionId }, label: '取引を見る' },
  gallerySold: ({ itemId }) => ({ target: { screen: 'galleryItem', itemId }, label: '作品を見る' }),
  galleryReviewed: ({ itemId }) => ({ target: { screen: 'ownGallery', itemId }, label: '作品を見る' }),
  imageRequest: () => ({ target: { screen: 'imageRequests' }, label: 'リクエストを見る' }),
  pointsExpiring: () => ({ target: { screen: 'myPage' }, label: 'ポイント残高を見る' }),
  campaignOpen: () => ({ target: { screen: 'myPage' }, label: 'キャンペーンを見る' }),
  pointsMoved: ({ orderId }) =>
    orderId === null
      ? { target: { screen: 'pointHistory' }, label: 'ポイント履歴を見る' }
      : { target: { screen: 'order', orderId }, label: '購入の内容を見る' },
  missionReached: () => ({ target: { screen: 'missions' }, label: 'ボーナスを受け取る' }),
  payoutMoved: () => ({ target: { screen: 'payout' }, label: '出金を見る' }),
  payoutAccountSaved: () => ({ target: { screen: 'payout' }, label: '振込先を見る' }),
  safetyWarning: () => ({ target: { screen: 'community' }, label: 'コミュニティガイドラインを見る' }),
  dataExportReady: () => ({ target: { screen: 'dataExport' }, label: 'ダウンロードする' }),
  applicationMoved: ({ outcome }) =>
    outcome === 'approved'
      ? { target: { screen: 'base' }, label: 'ベースを開く' }
      : { target: { screen: 'application' }, label: '申し込みを見る' },
  newSignIn: toSecurity('ログイン中の端末を見る'),
  passkeyAdded: toSecurity('パスキーを見る'),
  passkeyDeleted: toSecurity('パスキーを見る'),
  recoveryCodeCreated: toSecurity(),
  recoveryCodeUsed: toSecurity(),
  googleLinked: toSecurity(),
  googleUnlinked: toSecurity(),
  phoneChanged: toSecurity(),
  phoneRemoved: toSecurity(),
  passwordChanged: toSecurity(),
  mailChanged: toSecurity(),
}

export const noticeTargetOf = (about: MemberNotice['about']): { target: NoticeTarget; label: string } =>
  (targets[about.kind] as (about: MemberNotice['about']) => { target: NoticeTarget; label: string })(about)
