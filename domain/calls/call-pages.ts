/**
 * Pages on which a member is in a call or about to be (Specification 2), each with what is below it: a
 * partner, `pc`.
 */
const callPages = [
  '/incoming',
  '/outgoing',
  '/profile/video-call-broadcaster',
  '/profile/live-broadcaster',
  '/profile/channel',
] as const

/** Whether `pathname` is `page` or below it. */
export const isAtOrBelow = (pathname: string, page: string): boolean =>
  pathname === page || pathname.startsWith(`${page}/`)

export const isCallPage = (pathname: string): boolean => callPages.some((page) => isAtOrBelow(pathname, page))

/** Whether a call rings for the member on this page, or was answered on it. */
export const isIncomingPage = (pathname: string): boolean => isAtOrBelow(pathname, '/incoming')
