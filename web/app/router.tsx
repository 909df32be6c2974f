import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, replace } from 'react-router'
import { legalDocuments } from '#contract/legal/legal-documents.ts'
import { isMobileDevice } from '#domain/shell/device.ts'
import { HomePage } from '#web/home/home-page.tsx'
import { ErrorPage, LoadingPage, NotFoundPage } from '#web/layout/status-pages.tsx'
import { paths, patterns } from '#web/shell/paths.ts'
import { Layout, type RouteHandle } from './layout.tsx'

const handle = (frame: RouteHandle['frame']): { handle: RouteHandle } => ({ handle: { frame } })

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
  ...handle('tabs'),
}))

const outgoing = () => import('#web/calls/screens/outgoing-screen.tsx')
const lazyStandbyCall = async () => ({ Component: (await outgoing()).StandbyCallScreen })
const incoming = () => import('#web/calls/screens/incoming-screen.tsx')

const talk = () => import('#web/chat/list/chat-layout.tsx')

/** Home comes with the first page; every other screen brings its own code. */
const screens: RouteObject[] = [
  { path: patterns.home, Component: HomePage, ...handle('tabs') },
  {
    path: patterns.search,
    lazy: async () => ({ Component: (await import('#web/search/search-page.tsx')).SearchPage }),
    ...handle('tabs'),
  },
  ...unbuiltTabs,
  {
    // The list stays where it is while one goes from one conversation to the next.
    lazy: async () => ({ Component: (await talk()).ChatLayout }),
    children: [
      {
        path: patterns.conversations,
        lazy: async () => ({ Component: (await talk()).NoConversation }),
        ...handle('panes'),
      },
      {
        path: patterns.chat,
        lazy: async () => ({ Component: (await talk()).ChatPage }),
        ...handle('rail'),
      },
    ],
  },
  { path: patterns.profile, loader: onDevice(true, paths.profile), lazy: lazyProfile, ...handle('rail') },
  { path: patterns.profilePc, loader: onDevice(false, paths.profile), lazy: lazyProfile, ...handle('rail') },
  {
    path: patterns.myPage,
    lazy: async () => ({ Component: (await import('#web/my-page/my-page.tsx')).MyPage }),
    ...handle('tabs'),
  },
  {
    path: patterns.favourites,
    lazy: async () => ({ Component: (await import('#web/favourites/favourites-page.tsx')).FavouritesPage }),
    ...handle('rail'),
  },
  {
    path: patterns.receipts,
    lazy: async () => ({ Component: (await import('#web/receipts/receipts-page.tsx')).ReceiptsPage }),
    ...handle('rail'),
  },
  {
    path: patterns.paidImages,
    lazy: async () => ({ Component: (await import('#web/my-page/paid-images-page.tsx')).PaidImagesPage }),
    ...handle('rail'),
  },
  {
    path: patterns.blocks,
    lazy: async () => ({ Component: (await import('#web/my-page/blocks-page.tsx')).BlocksPage }),
    ...handle('rail'),
  },
  {
    path: patterns.ownProfile,
    lazy: async () => ({ Component: (await import('#web/my-page/profile-page.tsx')).MyProfilePage }),
    ...handle('rail'),
  },
  {
    path: patterns.notices,
    lazy: async () => ({
      Component: (await import('#web/notifications/notifications-page.tsx')).NotificationsPage,
    }),
    ...handle('rail'),
  },
  {
    path: patterns.notificationSettings,
    lazy: async () => ({
      Component: (await import('#web/my-page/notification-settings/notification-settings-page.tsx'))
        .NotificationSettingsPage,
    }),
    ...handle('rail'),
  },
  {
    path: patterns.help,
    lazy: async () => ({ Component: (await import('#web/my-page/help-page.tsx')).HelpPage }),
    ...handle('rail'),
  },
  {
    path: patterns.tutorial,
    lazy: async () => ({ Component: (await import('#web/tutorial/tutorial-page.tsx')).TutorialPage }),
    ...handle('rail'),
  },
  {
    path: patterns.security,
    lazy: async () => ({ Component: (await import('#web/my-page/security-page.tsx')).SecurityPage }),
    ...handle('rail'),
  },
  {
    path: patterns.receipt,
    lazy: async () => ({ Component: (await import('#web/receipts/receipt-page.tsx')).ReceiptPage }),
    ...handle('rail'),
  },
  {
    path: patterns.verifyReceipt,
    lazy: async () => ({ Component: (await import('#web/receipts/verify-page.tsx')).VerifyPage }),
    ...handle('rail'),
  },
  {
    path: patterns.base,
    lazy: async () => ({ Component: (await import('#web/studio/base-page.tsx')).BasePage }),
    ...handle('tabs'),
  },
  {
    path: patterns.application,
    lazy: async () => ({
      Component: (await import('#web/applications/application-page.tsx')).ApplicationPage,
    }),
    ...handle('rail'),
  },
  {
    path: patterns.earnings,
    lazy: async () => ({ Component: (await import('#web/earnings/earnings-page.tsx')).EarningsPage }),
    ...handle('rail'),
  },
  {
    path: patterns.earningStatement,
    lazy: async () => ({ Component: (await import('#web/earnings/statement-page.tsx')).StatementPage }),
    ...handle('rail'),
  },
  {
    path: patterns.payout,
    lazy: async () => ({ Component: (await import('#web/earnings/payout-page.tsx')).PayoutPage }),
    ...handle('rail'),
  },
  {
    path: patterns.outgoingVideoCall,
    lazy: async () => ({ Component: (await outgoing()).OutgoingVideoScreen }),
    ...handle('bare'),
  },
  {
    path: patterns.outgoingVoiceCall,
    lazy: async () => ({ Component: (await outgoing()).OutgoingVoiceScreen }),
    ...handle('bare'),
  },
  {
    path: patterns.videoCallBroadcaster,
    loader: onDevice(true, paths.videoCallBroadcaster),
    lazy: lazyStandbyCall,
    ...handle('bare'),
  },
  {
    path: patterns.videoCallBroadcasterPc,
    loader: onDevice(false, paths.videoCallBroadcaster),
    lazy: lazyStandbyCall,
    ...handle('bare'),
  },
  {
    path: patterns.incomingVideoCall,
    lazy: async () => ({ Component: (await incoming()).IncomingVideoScreen }),
    ...handle('bare'),
  },
  {
    path: patterns.incomingVoiceCall,
    lazy: async () => ({ Component: (await incoming()).IncomingVoiceScreen }),
    ...handle('bare'),
  },
  {
    path: patterns.videoTest,
    lazy: async () => ({
      Component: (await import('#web/pre-call-check/pre-call-check-page.tsx')).PreCallCheckPage,
    }),
    ...handle('rail'),
  },
  {
    path: patterns.dataExport,
    lazy: async () => ({ Component: (await import('#web/privacy/export-page.tsx')).ExportPage }),
    ...handle('rail'),
  },
  {
    path: patterns.quit,
    lazy: async () => ({ Component: (await import('#web/privacy/deactivation-page.tsx')).DeactivationPage }),
    ...handle('rail'),
  },
  {
    path: patterns.health,
    lazy: async () => ({ Component: (await import('#web/health/health-page.tsx')).HealthPage }),
    ...handle('rail'),
  },
  {
    path: patterns.purchase,
    lazy: async () => ({ Component: (await import('#web/points/purchase/purchase-page.tsx')).PurchasePage }),
    ...handle('rail'),
  },
  {
    path: patterns.purchaseConfirm,
    lazy: async () => ({ Component: (await import('#web/points/purchase/confirm-page.tsx')).ConfirmPage }),
    ...handle('rail'),
  },
  {
    path: patterns.purchaseChallenge,
    lazy: async () => ({
      Component: (await import('#web/points/purchase/challenge-page.tsx')).ChallengePage,
    }),
    ...handle('bare'),
  },
  {
    path: patterns.orders,
    lazy: async () => ({ Component: (await import('#web/receipts/orders-page.tsx')).OrdersPage }),
    ...handle('rail'),
  },
  {
    path: patterns.order,
    lazy: async () => ({ Component: (await import('#web/receipts/order-page.tsx')).OrderPage }),
    ...handle('rail'),
  },
  ...legalDocuments.map((document) => ({
    path: paths.legal(document),
    lazy: async () => ({ Component: (await import('#web/legal/legal-page.tsx')).LegalDocumentPage }),
    ...handle('rail'),
  })),
  {
    path: patterns.messages,
    lazy: async () => ({ Component: (await import('#web/legal/message-list-page.tsx')).MessageListPage }),
    ...handle('rail'),
  },
  {
    path: patterns.message,
    lazy: async () => ({ Component: (await import('#web/legal/message-page.tsx')).MessagePage }),
    ...handle('rail'),
  },
  {
    path: patterns.login,
    lazy: async () => ({ Component: (await import('#web/account/sign-in/login-page.tsx')).LoginPage }),
    ...handle('bare'),
  },
  {
    path: patterns.recoveryLogin,
    lazy: async () => ({
      Component: (await import('#web/account/sign-in/recovery-login-page.tsx')).RecoveryLoginPage,
    }),
    ...handle('bare'),
  },
  {
    path: patterns.resetPassword,
    lazy: async () => ({
      Component: (await import('#web/account/password/password-reset-page.tsx')).PasswordResetPage,
    }),
    ...handle('bare'),
  },
  {
    path: patterns.confirmMail,
    lazy: async () => ({
      Component: (await import('#web/account/mail/confirm-mail-page.tsx')).ConfirmMailPage,
    }),
    ...handle('bare'),
  },
  {
    path: patterns.signup,
    lazy: async () => ({ Component: (await import('#web/account/sign-in/signup-page.tsx')).SignupPage }),
    ...handle('bare'),
  },
  { path: '*', Component: NotFoundPage, ...handle('tabs') },
]

export const createRouter = () =>
  createBrowserRouter([
    { Component: Layout, ErrorBoundary: ErrorPage, HydrateFallback: LoadingPage, children: screens },
    // A house of its own: nothing of the members' layout stands around it.
    {
      path: patterns.operator,
      ErrorBoundary: ErrorPage,
      HydrateFallback: LoadingPage,
      lazy: async () => ({ Component: (await import('#web/operator/operator-app.tsx')).OperatorApp }),
    },
  ])
