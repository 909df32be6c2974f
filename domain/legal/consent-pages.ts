import { isAtOrBelow } from '#domain/calls/call-pages.ts'
import { isExcludedPage } from '#domain/calls/polling.ts'

/** Pages that nothing stands over: what is read before agreeing, messages, and the way out. */
const openPages = [
  '/chat',
  '/conversation',
  '/terms',
  '/privacy',
  '/tokushoho',
  '/shikin',
  '/external-transmission',
  '/community',
  '/quit',
  '/my-page/export',
  '/confirm-mail',
] as const

/**
 * Whether new terms may be put before a member here. Never over a call's page, nor where he reads messages or the terms
 * themselves, nor on the way out.
 */
export const isConsentAskedOn = (pathname: string): boolean =>
  !isExcludedPage(pathname) && !openPages.some((page) => isAtOrBelow(pathname, page))
