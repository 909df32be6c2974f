import { isAtOrBelow } from '#domain/calls/call-pages.ts'
import { isExcludedPage } from '#domain/calls/ringing/polling.ts'

/** Pages that are never covered: the texts to agree to, messages, and pages for leaving. */
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
 * Whether new terms may be shown to a member here. Never over the page of a call, nor where the member reads
 * messages or the terms themselves, nor on the pages for leaving.
 */
export const isConsentPromptedOn = (pathname: string): boolean =>
  !isExcludedPage(pathname) && !openPages.some((page) => isAtOrBelow(pathname, page))
