import {
  Banknote,
  Bell,
  BookText,
  Bug,
  Cake,
  CalendarCheck,
  Coins,
  FileSpreadsheet,
  Filter,
  Flag,
  Gift,
  HandCoins,
  IdCard,
  ImageOff,
  Images,
  KeyRound,
  ListChecks,
  ListX,
  type LucideIcon,
  Mail,
  Megaphone,
  MessagesSquare,
  Radio,
  ReceiptJapaneseYen,
  Scale,
  ScrollText,
  ShieldCheck,
  ShoppingBag,
  SlidersHorizontal,
  Store,
  Undo2,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { AlertKind } from '#contract/operators/alerts.ts'

export interface OperatorPage {
  /** Below /operator; '' is the first page. A part after a colon is a parameter: such a page isn't in the menu. */
  segment: string
  title: string
  icon: LucideIcon
  load: () => Promise<ComponentType>
  /** The kinds of alerts that are handled here; their rows link to it. */
  notices?: readonly AlertKind[]
}

/** Every page of the console. An area adds its page with one entry here and its segment in a group of the menu. */
export const operatorPages: readonly OperatorPage[] = [
  {
    segment: '',
    title: '今日',
    icon: CalendarCheck,
    load: async () => (await import('./members/today-page.tsx')).OperatorTodayPage,
  },
  {
    segment: 'notices',
    title: 'お知らせ',
    icon: Bell,
    load: async () => (await import('./system/alerts-page.tsx')).OperatorAlertsPage,
  },
  {
    segment: 'members',
    title: '会員',
    icon: UsersRound,
    load: async () => (await import('./members/members-page.tsx')).MembersPage,
  },
  {
    segment: 'members/:memberId',
    title: '会員の情報',
    icon: UsersRound,
    load: async () => (await import('./members/member-detail-page.tsx')).MemberDetailPage,
  },
  {
    segment: 'ledger',
    title: '台帳の状態',
    icon: Scale,
    load: async () => (await import('./points/ledger-page.tsx')).LedgerPage,
    notices: ['ledgerDefect', 'ledgerUnchecked', 'checkpointLate'],
  },
  {
    segment: 'payouts',
    title: '報酬の支払い',
    icon: Banknote,
    load: async () => (await import('./points/payouts-page.tsx')).PayoutsPage,
    notices: ['sharedPayoutAccount', 'earningsFrozen', 'disputeWonLate'],
  },
  {
    segment: 'campaigns',
    title: 'キャンペーン',
    icon: Gift,
    load: async () => (await import('./points/campaigns-page.tsx')).CampaignsPage,
  },
  {
    segment: 'base-date',
    title: '基準日報告',
    icon: FileSpreadsheet,
    load: async () => (await import('./points/reporting-date-page.tsx')).BaseDatePage,
  },
  {
    segment: 'orders',
    title: '注文',
    icon: ReceiptJapaneseYen,
    load: async () => (await import('./points/orders-page.tsx')).OperatorOrdersPage,
    notices: ['otherPayment', 'waitingPaymentEvent', 'transferToApprove'],
  },
  {
    segment: 'orders/:orderId',
    title: '注文の明細',
    icon: ReceiptJapaneseYen,
    load: async () => (await import('./points/order-detail-page.tsx')).OrderDetailPage,
  },
  {
    segment: 'refunds',
    title: '返金',
    icon: Undo2,
    load: async () => (await import('./points/refunds-page.tsx')).RefundsPage,
  },
  {
    segment: 'courses',
    title: 'コース',
    icon: Coins,
    load: async () => (await import('./points/point-packs-page.tsx')).PointPacksPage,
  },
  {
    segment: 'funnel',
    title: '購入までの流れ',
    icon: Filter,
    load: async () => (await import('./points/funnel-page.tsx')).FunnelPage,
  },
  {
    segment: 'reports',
    title: '通報',
    icon: Flag,
    load: async () => (await import('./moderation/reports-page.tsx')).ReportsPage,
    notices: ['reportUrgent'],
  },
  {
    segment: 'reports/:reportId',
    title: '通報の内容',
    icon: Flag,
    load: async () => (await import('./moderation/report-detail-page.tsx')).ReportDetailPage,
  },
  {
    segment: 'boards',
    title: '掲示板',
    icon: MessagesSquare,
    load: async () => (await import('./boards/boards-page.tsx')).OperatorBoardsPage,
    notices: ['boardFlagged'],
  },
  {
    segment: 'missions',
    title: 'ミッション',
    icon: ListChecks,
    load: async () => (await import('./missions/missions-page.tsx')).OperatorMissionsPage,
  },
  {
    segment: 'applications',
    title: '配信者の申し込み',
    icon: IdCard,
    load: async () => (await import('./applications/applications-page.tsx')).ApplicationsPage,
    notices: ['applicationWaiting'],
  },
  {
    segment: 'applications/:applicationId',
    title: '申し込みの内容',
    icon: IdCard,
    load: async () => (await import('./applications/application-detail-page.tsx')).ApplicationDetailPage,
  },
  {
    segment: 'gallery',
    title: '作品の審査',
    icon: Images,
    load: async () => (await import('./gallery/gallery-review-page.tsx')).GalleryReviewPage,
    notices: ['galleryWaiting'],
  },
  {
    segment: 'gallery/:itemId',
    title: '作品の情報',
    icon: Images,
    load: async () => (await import('./gallery/gallery-item-page.tsx')).GalleryItemDetailPage,
  },
  {
    segment: 'gallery-claims',
    title: '作品の削除の申し出',
    icon: ImageOff,
    load: async () => (await import('./gallery/gallery-claims-page.tsx')).GalleryClaimsPage,
    notices: ['galleryClaim'],
  },
  {
    segment: 'gallery-setting',
    title: 'ギャラリーの設定',
    icon: SlidersHorizontal,
    load: async () => (await import('./gallery/gallery-setting-page.tsx')).GallerySettingPage,
  },
  {
    segment: 'birth-dates',
    title: '生年月日の訂正',
    icon: Cake,
    load: async () => (await import('./account/birth-date-page.tsx')).BirthDatePage,
  },
  {
    segment: 'safety',
    title: '安全設定',
    icon: ShieldCheck,
    load: async () => (await import('./moderation/safety-page.tsx')).SafetyPage,
  },
  {
    segment: 'rates',
    title: '通話とトークの料金',
    icon: SlidersHorizontal,
    load: async () => (await import('./points/rates-page.tsx')).RatesPage,
  },
  {
    segment: 'market',
    title: 'フリマの取引',
    icon: ShoppingBag,
    load: async () => (await import('./market/market-transactions-page.tsx')).MarketTransactionsPage,
    notices: ['marketDispute'],
  },
  {
    segment: 'market/:transactionId',
    title: 'フリマの取引の内容',
    icon: ShoppingBag,
    load: async () => (await import('./market/market-transaction-page.tsx')).OperatorMarketTransactionPage,
  },
  {
    segment: 'market-items',
    title: 'フリマの商品',
    icon: Store,
    load: async () => (await import('./market/market-items-page.tsx')).MarketItemsPage,
  },
  {
    segment: 'market-rules',
    title: 'フリマの決まり',
    icon: ListX,
    load: async () => (await import('./market/market-rules-page.tsx')).MarketRulesPage,
  },
  {
    segment: 'live',
    title: 'ライブ配信',
    icon: Radio,
    load: async () => (await import('./live/live-rooms-page.tsx')).LiveRoomsPage,
  },
  {
    segment: 'live-prices',
    title: 'ライブ配信の料金',
    icon: HandCoins,
    load: async () => (await import('./points/live-flow-page.tsx')).LiveFlowPage,
  },
  {
    segment: 'messages',
    title: 'お知らせページ',
    icon: Megaphone,
    load: async () => (await import('./legal/message-pages-page.tsx')).MessagePagesPage,
  },
  {
    segment: 'messages/:name',
    title: 'お知らせページの編集',
    icon: Megaphone,
    load: async () => (await import('./legal/message-page-page.tsx')).MessagePagePage,
  },
  {
    segment: 'legal',
    title: '規約と法定表示',
    icon: BookText,
    load: async () => (await import('./legal/legal-documents-page.tsx')).LegalDocumentsPage,
  },
  {
    segment: 'legal/:document',
    title: '規約の編集',
    icon: BookText,
    load: async () => (await import('./legal/legal-document-page.tsx')).OperatorLegalDocumentPage,
  },
  {
    segment: 'outbox',
    title: '送信箱（デモ）',
    icon: Mail,
    load: async () => (await import('./system/outbox-page.tsx')).OutboxPage,
  },
  {
    segment: 'client-errors',
    title: 'ブラウザのエラー',
    icon: Bug,
    load: async () => (await import('./system/client-errors-page.tsx')).ClientErrorsPage,
  },
  {
    segment: 'audit',
    title: '操作の記録',
    icon: ScrollText,
    load: async () => (await import('./account/audit-page.tsx')).AuditPage,
  },
  {
    segment: 'account',
    title: 'アカウント',
    icon: KeyRound,
    load: async () => (await import('./account/account-page.tsx')).OperatorAccountPage,
    notices: ['operatorTries'],
  },
]

/** Pages that are at the top of the menu, outside its groups. */
const firstSegments = ['', 'notices', 'members']

const groupSegments = [
  {
    title: '安全',
    segments: ['reports', 'live', 'boards', 'applications', 'gallery', 'gallery-claims', 'safety'],
  },
  { title: 'お金', segments: ['orders', 'refunds', 'payouts', 'ledger', 'base-date'] },
  { title: 'フリマ', segments: ['market', 'market-items', 'market-rules'] },
  {
    title: '販売',
    segments: ['courses', 'rates', 'live-prices', 'gallery-setting', 'campaigns', 'missions', 'funnel'],
  },
  { title: '掲示', segments: ['messages', 'legal'] },
  { title: 'システム', segments: ['outbox', 'client-errors', 'audit', 'account'] },
] as const

const pagesOf = (segments: readonly string[]): OperatorPage[] =>
  segments.map((segment) => {
    const page = operatorPages.find((each) => each.segment === segment)
    if (!page) throw new Error(`no page ${segment} for the menu`)
    return page
  })

/** The menu: pages that are always visible, and groups that fold. */
export const firstPages = pagesOf(firstSegments)
export const menuGroups: readonly { title: string; pages: readonly OperatorPage[] }[] = groupSegments.map(
  ({ title, segments }) => ({ title, pages: pagesOf(segments) }),
)
export const menuPages: readonly OperatorPage[] = [...firstPages, ...menuGroups.flatMap(({ pages }) => pages)]

/** The page that handles alerts of this kind; undefined without one. */
export const pageOfAlert = (kind: AlertKind): OperatorPage | undefined =>
  menuPages.find(({ notices }) => notices?.includes(kind))
