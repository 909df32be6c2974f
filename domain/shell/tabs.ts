/** Specification 2: the top-level tabs, in their order. */
const tabPaths = ['/', '/search', '/conversation/all', '/base', '/gallery', '/my-page'] as const
export type TabPath = (typeof tabPaths)[number]

/** A trailing slash opens the same screen. */
export const isTabPath = (pathname: string): boolean =>
  (tabPaths as readonly string[]).includes(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)
