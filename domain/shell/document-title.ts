export const siteName = '今宵 Koyoi'

/** What the tab, the history and screen readers call a page; null for home. */
export const documentTitle = (title: string | null): string => (title ? `${title}｜${siteName}` : siteName)
