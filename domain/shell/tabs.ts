/** Specification 2: the top-level tabs, in their order. */
const tabPaths = ['/', '/search', '/conversation/all', '/base', '/gallery', '/my-page'] as const
export type TabPath = (typeof tabPaths)[number]

/** The tabs of the screens below, by the first segment of their addresses. */
const tabOfSegment = new Map<string, TabPath>(
  Object.entries({
    '': '/',
    search: '/search',
    profile: '/search',
    conversation: '/conversation/all',
    chat: '/conversation/all',
    base: '/base',
    gallery: '/gallery',
    'my-page': '/my-page',
    purchase: '/my-page',
    quit: '/my-page',
    tuto: '/my-page',
    videotest: '/my-page',
    health: '/my-page',
  }),
)

/** A trailing slash opens the same screen. */
export const isTabPath = (pathname: string): boolean =>
  (tabPaths as readonly string[]).includes(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)

/**
 * The tab that a screen belongs to, among those that are shown: without ベース its screens belong to マイページ. Null for a
 * screen beside the tabs, such as a legal text.
 */
export const tabOf = (pathname: string, shown: readonly TabPath[]): TabPath | null => {
  const tab = tabOfSegment.get(pathname.split('/')[1] ?? '')
  if (tab === undefined) return null
  return shown.includes(tab) ? tab : tab === '/base' ? '/my-page' : null
}
