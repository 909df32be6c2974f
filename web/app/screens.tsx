import { legalDocuments } from '#contract/legal/legal-documents.ts'
import { ErrorPage, NotFoundPage } from '#web/layout/status-pages.tsx'
import type { RouteObject } from '#web/router/router.ts'
import { paths, patterns } from '#web/shell/navigation/paths.ts'
import { framed } from './framed.ts'
import { onDevice } from './on-device.ts'
import { liveScreens, marketScreens } from './place-screens.tsx'

const lazyProfile = async () => ({ Component: (await import('#web/profile/profile-page.tsx')).ProfilePage })

const outgoing = () => import('#web/calls/screens/outgoing-screen.tsx')
const lazyStandbyCall = async () => ({ Component: (await outgoing()).StandbyCallScreen })
const incoming = () => import('#web/calls/screens/incoming-screen.tsx')

const talk = () => import('#web/chat/list/chat-layout.tsx')

/** Every screen but home; each brings its own code. */
export const screens: RouteObject[] = [
  ...liveScreens,
  ...marketScreens,
  {
    path: patterns.search,
    lazy: async () => ({ Component: (await import('#web/search/search-page.tsx')).SearchPage }),
    ...framed('tabs'),
  },
  {
    path: patterns.gallery,
    lazy: async () => ({ Component: (await import('#web/gallery/gallery-page.tsx')).GalleryPage }),
    ...framed('tabs'),
  },
  {
    path: patterns.notices,
    lazy: async () => ({
      Component: (await import('#web/notifications/notifications-page.tsx')).NotificationsPage,
    }),
    ...framed('panes'),
  },
  {
    path: patterns.galleryRemoval,
    lazy: async () => ({ Component: (await import('#web/gallery/removal/removal-page.tsx')).RemovalPage }),
    ...framed('rail'),
  },
  {
    path: patterns.imageRequests,
    lazy: async () => ({ Component: (await import('#web/gallery/requests/requests-page.tsx')).RequestsPage }),
    ...framed('rail'),
  },
  {
    path: patterns.galleryItem,
    lazy: async () => ({ Component: (await import('#web/gallery/item-page.tsx')).GalleryItemPage }),
    ...framed('rail'),
  },
  {
    path: patterns.ownGallery,
    lazy: async () => ({ Component: (await import('#web/gallery/own-items-page.tsx')).OwnItemsPage }),
    ...framed('rail'),
  },
  {
    path: patterns.editGalleryItem,
    lazy: async () => ({ Component: (await import('#web/gallery/edit/edit-item-page.tsx')).EditItemPage }),
    ...framed('rail'),
  },
  {
    // The list stays where it is while one goes from one conversation to the next.
    lazy: async () => ({ Component: (await talk()).ChatLayout }),
    children: [
      {
        path: patterns.conversations,
        lazy: async () => ({ Component: (await talk()).NoConversation }),
        ...framed('panes'),
      },
      {
        path: patterns.chat,
        lazy: async () => ({
          Component: (await import('#web/gallery/requests/chat-with-requests.tsx')).ChatWithRequests,
        }),
        ...framed('rail'),
      },
    ],
  },
  { path: patterns.profile, loader: onDevice(true, paths.profile), lazy: lazyProfile, ...framed('rail') },
  { path: patterns.profilePc, loader: onDevice(false, paths.profile), lazy: lazyProfile, ...framed('rail') },
  {
    // On a desktop the menu stays where it is while one goes from page to page.
    lazy: async () => ({ Component: (await import('#web/my-page/my-page-layout.tsx')).MyPageLayout }),
    children: [
      {
        path: patterns.myPage,
        lazy: async () => ({ Component: (await import('#web/my-page/my-page.tsx')).MyPage }),
        ...framed('tabs'),
      },
      {
        path: patterns.favourites,
        lazy: async () => ({
          Component: (await import('#web/favourites/favourites-page.tsx')).FavouritesPage,
        }),
        ...framed('rail'),
      },
      {
        path: patterns.receipts,
        lazy: async () => ({ Component: (await import('#web/receipts/receipts-page.tsx')).ReceiptsPage }),
        ...framed('rail'),
      },
      {
        path: patterns.pointHistory,
        lazy: async () => ({
          Component: (await import('#web/points/point-history-page.tsx')).PointHistoryPage,
        }),
        ...framed('rail'),
      },
      {
        path: patterns.bookings,
        lazy: async () => ({ Component: (await import('#web/bookings/bookings-page.tsx')).BookingsPage }),
        ...framed('rail'),
      },
      {
        path: patterns.paidImages,
        lazy: async () => ({ Component: (await import('#web/my-page/paid-images-page.tsx')).PaidImagesPage }),
        ...framed('rail'),
      },
      {
        path: patterns.myReviews,
        lazy: async () => ({ Component: (await import('#web/my-page/my-reviews-page.tsx')).MyReviewsPage }),
        ...framed('rail'),
      },
      {
        path: patterns.blocks,
        lazy: async () => ({ Component: (await import('#web/my-page/blocks-page.tsx')).BlocksPage }),
        ...framed('rail'),
      },
      {
        path: patterns.ownProfile,
        lazy: async () => ({ Component: (await import('#web/my-page/profile-page.tsx')).MyProfilePage }),
        ...framed('rail'),
      },
      {
        path: patterns.notificationSettings,
        lazy: async () => ({
          Component: (await import('#web/my-page/notification-settings/notification-settings-page.tsx'))
            .NotificationSettingsPage,
        }),
        ...framed('rail'),
      },
      {
        path: patterns.help,
        lazy: async () => ({ Component: (await import('#web/my-page/help-page.tsx')).HelpPage }),
        ...framed('rail'),
      },
      {
        path: patterns.tutorial,
        lazy: async () => ({ Component: (await import('#web/tutorial/tutorial-page.tsx')).TutorialPage }),
        ...framed('rail'),
      },
      {
        path: patterns.security,
        lazy: async () => ({ Component: (await import('#web/my-page/security-page.tsx')).SecurityPage }),
        ...framed('rail'),
      },
      {
        path: patterns.receipt,
        lazy: async () => ({ Component: (await import('#web/receipts/receipt-page.tsx')).ReceiptPage }),
        ...framed('rail'),
      },
      {
        path: patterns.dataExport,
        lazy: async () => ({ Component: (await import('#web/privacy/export-page.tsx')).ExportPage }),
        ...framed('rail'),
      },
      {
        path: patterns.quit,
        lazy: async () => ({
          Component: (await import('#web/privacy/deactivation-page.tsx')).DeactivationPage,
        }),
        ...framed('rail'),
      },
      {
        path: patterns.orders,
        lazy: async () => ({ Component: (await import('#web/receipts/orders-page.tsx')).OrdersPage }),
        ...framed('rail'),
      },
      {
        path: patterns.order,
        lazy: async () => ({ Component: (await import('#web/receipts/order-page.tsx')).OrderPage }),
        ...framed('rail'),
      },
    ],
  },
  {
    path: patterns.verifyReceipt,
    lazy: async () => ({ Component: (await import('#web/receipts/verify-page.tsx')).VerifyPage }),
    ...framed('rail'),
  },
  {
    path: patterns.base,
    lazy: async () => ({ Component: (await import('#web/base/base-page.tsx')).BasePage }),
    ...framed('tabs'),
  },
  {
    path: patterns.becomeBroadcaster,
    lazy: async () => ({ Component: (await import('#web/base/become-page.tsx')).BecomePage }),
    ...framed('rail'),
  },
  {
    path: patterns.timeline,
    lazy: async () => ({ Component: (await import('#web/timeline/timeline-page.tsx')).TimelinePage }),
    ...framed('rail'),
  },
  {
    path: patterns.timelinePost,
    lazy: async () => ({ Component: (await import('#web/timeline/post-page.tsx')).PostPage }),
    ...framed('rail'),
  },
  {
    path: patterns.missions,
    lazy: async () => ({ Component: (await import('#web/missions/missions-page.tsx')).MissionsPage }),
    ...framed('rail'),
  },
  {
    path: patterns.boards,
    lazy: async () => ({ Component: (await import('#web/boards/boards-page.tsx')).BoardsPage }),
    ...framed('rail'),
  },
  {
    path: patterns.boardThread,
    lazy: async () => ({ Component: (await import('#web/boards/thread-page.tsx')).BoardThreadPage }),
    ...framed('rail'),
  },
  {
    path: patterns.application,
    lazy: async () => ({
      Component: (await import('#web/applications/application-page.tsx')).ApplicationPage,
    }),
    ...framed('rail'),
  },
  {
    path: patterns.earnings,
    lazy: async () => ({ Component: (await import('#web/earnings/earnings-page.tsx')).EarningsPage }),
    ...framed('rail'),
  },
  {
    path: patterns.earningStatement,
    lazy: async () => ({ Component: (await import('#web/earnings/statement-page.tsx')).StatementPage }),
    ...framed('rail'),
  },
  {
    path: patterns.payout,
    lazy: async () => ({ Component: (await import('#web/earnings/payout-page.tsx')).PayoutPage }),
    ...framed('rail'),
  },
  {
    path: patterns.outgoingVideoCall,
    lazy: async () => ({ Component: (await outgoing()).OutgoingVideoScreen }),
    ...framed('bare'),
  },
  {
    path: patterns.outgoingVoiceCall,
    lazy: async () => ({ Component: (await outgoing()).OutgoingVoiceScreen }),
    ...framed('bare'),
  },
  {
    path: patterns.videoCallBroadcaster,
    loader: onDevice(true, paths.videoCallBroadcaster),
    lazy: lazyStandbyCall,
    ...framed('bare'),
  },
  {
    path: patterns.videoCallBroadcasterPc,
    loader: onDevice(false, paths.videoCallBroadcaster),
    lazy: lazyStandbyCall,
    ...framed('bare'),
  },
  {
    path: patterns.incomingVideoCall,
    lazy: async () => ({ Component: (await incoming()).IncomingVideoScreen }),
    ...framed('bare'),
  },
  {
    path: patterns.incomingVoiceCall,
    lazy: async () => ({ Component: (await incoming()).IncomingVoiceScreen }),
    ...framed('bare'),
  },
  {
    path: patterns.videoTest,
    lazy: async () => ({
      Component: (await import('#web/pre-call-check/pre-call-check-page.tsx')).PreCallCheckPage,
    }),
    ...framed('rail'),
  },
  {
    path: patterns.health,
    lazy: async () => ({ Component: (await import('#web/health/health-page.tsx')).HealthPage }),
    ...framed('rail'),
  },
  {
    path: patterns.purchase,
    lazy: async () => ({ Component: (await import('#web/points/purchase/purchase-page.tsx')).PurchasePage }),
    ...framed('rail'),
  },
  {
    path: patterns.purchaseConfirm,
    lazy: async () => ({ Component: (await import('#web/points/purchase/confirm-page.tsx')).ConfirmPage }),
    ...framed('rail'),
  },
  {
    path: patterns.purchaseChallenge,
    lazy: async () => ({
      Component: (await import('#web/points/purchase/challenge-page.tsx')).ChallengePage,
    }),
    ...framed('bare'),
  },
  ...legalDocuments.map((document) => ({
    path: paths.legal(document),
    lazy: async () => ({ Component: (await import('#web/legal/legal-page.tsx')).LegalDocumentPage }),
    ...framed('rail'),
  })),
  {
    path: patterns.messages,
    lazy: async () => ({ Component: (await import('#web/legal/message-list-page.tsx')).MessageListPage }),
    ...framed('rail'),
  },
  {
    path: patterns.message,
    lazy: async () => ({ Component: (await import('#web/legal/message-page.tsx')).MessagePage }),
    ...framed('rail'),
  },
  {
    path: patterns.login,
    lazy: async () => ({ Component: (await import('#web/account/sign-in/login-page.tsx')).LoginPage }),
    ...framed('bare'),
  },
  {
    path: patterns.recoveryLogin,
    lazy: async () => ({
      Component: (await import('#web/account/sign-in/recovery-login-page.tsx')).RecoveryLoginPage,
    }),
    ...framed('bare'),
  },
  {
    path: patterns.resetPassword,
    lazy: async () => ({
      Component: (await import('#web/account/password/password-reset-page.tsx')).PasswordResetPage,
    }),
    ...framed('bare'),
  },
  {
    path: patterns.confirmMail,
    lazy: async () => ({
      Component: (await import('#web/account/mail/confirm-mail-page.tsx')).ConfirmMailPage,
    }),
    ...framed('bare'),
  },
  {
    path: patterns.signup,
    lazy: async () => ({ Component: (await import('#web/account/sign-in/signup-page.tsx')).SignupPage }),
    ...framed('bare'),
  },
  { path: '*', Component: NotFoundPage, ...framed('tabs') },
]

/** Nothing of the members' layout is around the operators' console. */
export const operatorConsole: RouteObject = {
  path: patterns.operator,
  ErrorBoundary: ErrorPage,
  lazy: async () => ({ Component: (await import('#web/operator/operator-app.tsx')).OperatorApp }),
}
