import { legalDocuments } from '#contract/legal/legal-documents.ts'
import { isMobileDevice } from '#domain/shell/device.ts'
import { ErrorPage, NotFoundPage } from '#web/layout/status-pages.tsx'
import { type LoaderFunctionArgs, type RouteObject, replace } from '#web/router/router.ts'
import { paths, patterns } from '#web/shell/navigation/paths.ts'
import { framed } from './framed.ts'

/** What stands below /profile has one address per kind of device (specification 2); the other one leads to it. */
const onDevice =
  (mobile: boolean, pathOf: (partnerId: string) => string) =>
  ({ params }: LoaderFunctionArgs) =>
    isMobileDevice(navigator.userAgent) === mobile ? null : replace(pathOf(params.partnerId ?? ''))

const lazyProfile = async () => ({ Component: (await import('#web/profile/profile-page.tsx')).ProfilePage })

/** Tabs whose area doesn't exist yet: known to the router, shown to nobody. */
const unbuiltTabs: RouteObject[] = [patterns.gallery].map((path) => ({
  path,
  Component: NotFoundPage,
  ...framed('tabs'),
}))

const outgoing = () => import('#web/calls/screens/outgoing-screen.tsx')
const lazyStandbyCall = async () => ({ Component: (await outgoing()).StandbyCallScreen })
const incoming = () => import('#web/calls/screens/incoming-screen.tsx')

const watch = async () => ({ Component: (await import('#web/live/watch/watch-page.tsx')).WatchPage })
const liveCall = () => import('#web/live/call/live-call-page.tsx')
const lazyLiveCall = async () => ({ Component: (await liveCall()).LiveCallPage })

const liveStudio = async () => ({
  Component: (await import('#web/live/studio/live-studio-page.tsx')).LiveStudioPage,
})

const talk = () => import('#web/chat/list/chat-layout.tsx')

/** Every screen but home; each brings its own code. */
export const screens: RouteObject[] = [
  {
    path: patterns.search,
    lazy: async () => ({ Component: (await import('#web/search/search-page.tsx')).SearchPage }),
    ...framed('tabs'),
  },
  ...unbuiltTabs,
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
        lazy: async () => ({ Component: (await talk()).ChatPage }),
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
        path: patterns.notices,
        lazy: async () => ({
          Component: (await import('#web/notifications/notifications-page.tsx')).NotificationsPage,
        }),
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
    lazy: async () => ({ Component: (await import('#web/studio/base-page.tsx')).BasePage }),
    ...framed('tabs'),
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
  { path: patterns.liveStudio, lazy: liveStudio, ...framed('bare') },
  {
    path: patterns.liveSummary,
    lazy: async () => ({ Component: (await import('#web/live/studio/summary-page.tsx')).SummaryPage }),
    ...framed('rail'),
  },
  {
    path: patterns.outgoingVideoCall,
    lazy: async () => ({ Component: (await outgoing()).OutgoingVideoScreen }),
    ...framed('bare'),
  },
  { path: patterns.outgoingVideoChat, lazy: lazyLiveCall, ...framed('bare') },
  {
    path: patterns.liveBroadcaster,
    loader: onDevice(true, paths.liveBroadcaster),
    lazy: lazyLiveCall,
    ...framed('bare'),
  },
  {
    path: patterns.liveBroadcasterPc,
    loader: onDevice(false, paths.liveBroadcaster),
    lazy: lazyLiveCall,
    ...framed('bare'),
  },
  { path: patterns.channel, loader: onDevice(true, paths.channel), lazy: watch, ...framed('bare') },
  { path: patterns.channelPc, loader: onDevice(false, paths.channel), lazy: watch, ...framed('bare') },
  {
    path: patterns.live,
    lazy: async () => ({ Component: (await import('#web/live/list/live-page.tsx')).LivePage }),
    ...framed('rail'),
  },
  {
    path: patterns.incomingVideoChat,
    lazy: async () => ({ Component: (await incoming()).IncomingLiveScreen }),
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

/** Nothing of the members' layout stands around the operators' console. */
export const operatorConsole: RouteObject = {
  path: patterns.operator,
  ErrorBoundary: ErrorPage,
  lazy: async () => ({ Component: (await import('#web/operator/operator-app.tsx')).OperatorApp }),
}
