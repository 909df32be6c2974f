import type { LegalDocument } from '#contract/legal/legal-documents.ts'
import { isOnMobile } from '../device.ts'

/** Every link of the product. Specification 2 and product.md, section 2 name the routes; no other file writes a path. */

const segment = encodeURIComponent

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

export const paths = {
  home: () => '/' as const,
  /** Home with the tutorial open: where a fresh account arrives. */
  homeWithTutorial: () => '/?showTutoModal=true',
  search: () => '/search' as const,
  /** A search for a text; with none, the search page. */
  searchText: (text: string) => withQuery('/search', { q: text || undefined }),
  /** A search for everybody with this tag. */
  searchTag: (tag: string) => withQuery('/search', { tag }),
  conversations: () => '/conversation/all' as const,
  base: () => '/base' as const,
  gallery: () => '/gallery' as const,
  /** The gallery with filters; empty ones are left out. */
  galleryList: (query: { list?: string; tag?: string; by?: string }) => withQuery('/gallery', query),
  galleryItem: (itemId: string) => `/gallery/${segment(itemId)}`,
  /** The form that asks to take an item down; it needs no account. */
  galleryRemoval: (itemId?: string) => withQuery('/gallery/removal', { item: itemId }),
  /** A broadcaster's own items. */
  ownGallery: () => '/base/gallery' as const,
  imageRequests: () => '/gallery/requests' as const,
  editGalleryItem: (itemId: string) => `/base/gallery/${segment(itemId)}`,
  myPage: () => '/my-page' as const,
  favourites: () => '/my-page/favourites' as const,
  receipts: () => '/my-page/receipts' as const,
  bookings: () => '/my-page/bookings' as const,
  pointHistory: () => '/my-page/points' as const,
  paidImages: () => '/my-page/paid-images' as const,
  myReviews: () => '/my-page/reviews' as const,
  blocks: () => '/my-page/blocks' as const,
  ownProfile: () => '/my-page/profile' as const,
  /** The member's notifications. */
  notices: () => '/my-page/notifications' as const,
  notificationSettings: () => '/my-page/notifications/settings' as const,
  /** @param topic the question that is open at once */
  help: (topic = '') => `/my-page/help${topic && `#${topic}`}`,
  /** Sign-in methods and devices: mail address, password, phone, Google, passkeys. */
  security: () => '/my-page/security' as const,
  /** The export of the member's data. */
  dataExport: () => '/my-page/export' as const,
  /** Of a call, or of a purchase in the gallery by the number of its payment. */
  receipt: (id: string) => `/my-page/receipts/${segment(id)}`,
  /** What it means to be a broadcaster. */
  becomeBroadcaster: () => '/base/become' as const,
  timeline: () => '/base/timeline' as const,
  /** @param commentId the comment that is shown at once */
  timelinePost: (postId: string, commentId: string | null = null) =>
    `/base/timeline/${segment(postId)}${commentId === null ? '' : `#comment-${segment(commentId)}`}`,
  /** How a caller becomes a broadcaster. */
  application: () => '/base/application' as const,
  boards: (query: { category?: string; words?: string } = {}) => withQuery('/base/boards', query),
  missions: () => '/base/missions' as const,
  /** @param number the post that is shown at once */
  boardThread: (threadId: string, number: number | null = null) =>
    `/base/boards/${segment(threadId)}${number === null ? '' : `#post-${number}`}`,
  earnings: () => '/base/earnings' as const,
  /** A Japanese month, such as 2026-11. */
  earningStatement: (month: string) => `/base/earnings/statements/${segment(month)}`,
  payout: () => '/base/earnings/payout' as const,
  /** The flea market, with its filters. */
  market: (query: Record<string, string | undefined> = {}) => withQuery('/base/market', query),
  marketFavourites: () => '/base/market/favourites' as const,
  /** The own items and transactions. */
  marketOwn: () => '/base/market/own' as const,
  /** @param itemId a draft or an item that is changed; none: a new one */
  marketSell: (itemId?: string) => withQuery('/base/market/sell', { item: itemId }),
  marketAddress: (back?: string) => withQuery('/base/market/address', { back }),
  marketItem: (itemId: string) => `/base/market/items/${segment(itemId)}`,
  marketTransaction: (transactionId: string) => `/base/market/transactions/${segment(transactionId)}`,
  /** Where a broadcaster goes live and is on air. */
  liveStudio: () => '/base/live' as const,
  liveSummary: (roomId: string) => `/base/live/${segment(roomId)}`,
  /** The public verification of a signed receipt, which follows the #, so that no server sees it. */
  verifyReceipt: (signed = '') => `/receipts/verify${signed && `#${signed}`}`,

  login: (query: { error?: string; callbackUrl?: string } = {}) => withQuery('/login', query),
  /** Sign-in by recovery code. */
  recoveryLogin: () => '/login/recovery' as const,
  signup: () => '/signup',
  resetPassword: () => '/reset-password' as const,
  quit: () => '/quit' as const,
  tutorial: () => '/tuto' as const,
  health: () => '/health' as const,
  confirmMail: () => '/confirm-mail' as const,
  live: () => '/live',
  /** @param back the path that the order leads back to */
  purchase: (back?: string) => withQuery('/purchase', { back }),
  purchaseConfirm: () => '/purchase/confirm',
  orders: () => '/purchase/orders',
  order: (orderId: string) => `/purchase/orders/${segment(orderId)}`,
  /** A legal page, in force or in an earlier version. */
  legal: (document: LegalDocument, version?: number) =>
    withQuery(`/${document}`, { version: version?.toString() }),
  messages: () => '/message',
  message: (name: string) => `/message/${segment(name)}`,
  /** @param back the path that the check returns to */
  videoTest: (back?: string) => withQuery('/videotest', { back }),
  chat: (partnerId: string) => `/chat/${segment(partnerId)}`,

  /** A profile, in the variant of this device. */
  profile: (partnerId: string, mobile = isOnMobile()) =>
    `/profile/unbroadcaster/${mobile ? '' : 'pc/'}${segment(partnerId)}`,

  /** The reviews on a profile, with their answers. */
  reviewsOf: (partnerId: string): string => `${paths.profile(partnerId)}#reviews`,

  incomingVoiceCall: (partnerId: string) => `/incoming/voice-call/${segment(partnerId)}`,
  incomingVideoCall: (partnerId: string) => `/incoming/video-call/${segment(partnerId)}`,
  incomingVideoChat: (partnerId: string) => `/incoming/video-chat/${segment(partnerId)}`,
  outgoingVoiceCall: (partnerId: string) => withQuery('/outgoing/voice-call', { partnerId }),
  outgoingVideoCall: (partnerId: string) => withQuery('/outgoing/video-call', { partnerId }),
  outgoingVideoChat: (partnerId: string) => withQuery('/outgoing/video-chat', { partnerId }),
  /** A video call with the broadcaster who waits longest. */
  randomCall: () => withQuery('/outgoing/video-call', { random: '1' }),

  /** The screens of calls that began from standby, live or side-watch. */
  videoCallBroadcaster: (partnerId: string, mobile = isOnMobile()) =>
    `/profile/video-call-broadcaster/${mobile ? '' : 'pc/'}${segment(partnerId)}`,
  liveBroadcaster: (partnerId: string, mobile = isOnMobile()) =>
    `/profile/live-broadcaster/${mobile ? '' : 'pc/'}${segment(partnerId)}`,
  channel: (partnerId: string, mobile = isOnMobile()) =>
    `/profile/channel/${mobile ? '' : 'pc/'}${segment(partnerId)}`,

  /** The operators' console; '' is its first page, the others are named in web/operator/pages.ts. */
  operator: (segment = '') => (segment === '' ? '/operator' : `/operator/${segment}`),

  /** The server's sign-in page, which redirects to /login with these parameters. */
  signIn: (query: { error?: string; callbackUrl?: string } = {}) => withQuery('/api/auth/signin', query),
} as const

/** The patterns of the router, also for code that recognises a route. */
export const patterns = {
  home: '/',
  search: '/search',
  conversations: '/conversation/all',
  base: '/base',
  gallery: '/gallery',
  galleryItem: '/gallery/:itemId',
  galleryRemoval: '/gallery/removal',
  ownGallery: '/base/gallery',
  imageRequests: '/gallery/requests',
  editGalleryItem: '/base/gallery/:itemId',
  myPage: '/my-page',
  security: '/my-page/security',
  favourites: '/my-page/favourites',
  receipts: '/my-page/receipts',
  bookings: '/my-page/bookings',
  pointHistory: '/my-page/points',
  paidImages: '/my-page/paid-images',
  myReviews: '/my-page/reviews',
  blocks: '/my-page/blocks',
  ownProfile: '/my-page/profile',
  notices: '/my-page/notifications',
  notificationSettings: '/my-page/notifications/settings',
  help: '/my-page/help',
  tutorial: '/tuto',
  dataExport: '/my-page/export',
  receipt: '/my-page/receipts/:id',
  becomeBroadcaster: '/base/become',
  timeline: '/base/timeline',
  timelinePost: '/base/timeline/:postId',
  application: '/base/application',
  missions: '/base/missions',
  boards: '/base/boards',
  boardThread: '/base/boards/:threadId',
  earnings: '/base/earnings',
  earningStatement: '/base/earnings/statements/:month',
  payout: '/base/earnings/payout',
  market: '/base/market',
  marketFavourites: '/base/market/favourites',
  marketOwn: '/base/market/own',
  marketSell: '/base/market/sell',
  marketAddress: '/base/market/address',
  marketItem: '/base/market/items/:itemId',
  marketTransaction: '/base/market/transactions/:transactionId',
  liveStudio: '/base/live',
  liveSummary: '/base/live/:roomId',
  verifyReceipt: '/receipts/verify',
  purchase: '/purchase',
  purchaseConfirm: '/purchase/confirm',
  purchaseChallenge: '/purchase/challenge/:paymentId',
  orders: '/purchase/orders',
  order: '/purchase/orders/:orderId',
  messages: '/message',
  message: '/message/:name',
  resetPassword: '/reset-password',
  confirmMail: '/confirm-mail',
  health: '/health',
  quit: '/quit',
  login: '/login',
  recoveryLogin: '/login/recovery',
  signup: '/signup',
  videoTest: '/videotest',
  chat: '/chat/:partnerId',
  profile: '/profile/unbroadcaster/:partnerId',
  profilePc: '/profile/unbroadcaster/pc/:partnerId',
  incomingVoiceCall: '/incoming/voice-call/:partnerId',
  incomingVideoCall: '/incoming/video-call/:partnerId',
  incomingVideoChat: '/incoming/video-chat/:partnerId',
  outgoingVideoChat: '/outgoing/video-chat',
  live: '/live',
  channel: '/profile/channel/:partnerId',
  channelPc: '/profile/channel/pc/:partnerId',
  liveBroadcaster: '/profile/live-broadcaster/:partnerId',
  liveBroadcasterPc: '/profile/live-broadcaster/pc/:partnerId',
  outgoingVoiceCall: '/outgoing/voice-call',
  outgoingVideoCall: '/outgoing/video-call',
  videoCallBroadcaster: '/profile/video-call-broadcaster/:partnerId',
  videoCallBroadcasterPc: '/profile/video-call-broadcaster/pc/:partnerId',
  operator: '/operator/*',
} as const
