import type { LegalDocument } from '#contract/legal/legal-documents.ts'

/** What a page's document says of it before any script runs. */
export interface PageHead {
  /** Without the name of the site; null: the site's name alone. */
  title: string | null
  description: string
  /** Whether search engines may list the page. */
  isIndexed: boolean
  /** Of a broadcaster who allows being shared: what a link shows, and the one address of the page. */
  shared?: { path: string; cardPath: string }
}

export const siteDescription =
  '声でも、ビデオでも。今宵、だれかと話したくなったら。6秒ごとの料金で安心な通話サービスです。18歳以上の方がご利用いただけます。'

const open = (title: string | null, description = siteDescription): PageHead => ({
  title,
  description,
  isIndexed: true,
})

/** Heads by path. */
export type PublicPages = Readonly<Record<string, PageHead>>

/** The pages that are for everybody, in the order of the sitemap. */
export const publicPagesWith = (legalTitles: Readonly<Record<LegalDocument, string>>): PublicPages => ({
  '/': open(null),
  '/search': open('さがす', 'いま話せる配信者を、年代・地域・タグ・料金でさがせます。'),
  '/live': open(
    '配信中',
    'いま配信しているライブの一覧です。登録なしで、だれが配信しているか確かめられます。',
  ),
  '/gallery': open('ギャラリー', '配信者が公開している作品の一覧です。'),
  '/tuto': open(
    '今宵のつかいかた',
    'はじめての方へ。登録から通話まで、料金の数え方と安心のしくみをご案内します。',
  ),
  '/signup': open('アカウントの作成', '18歳以上の方がご利用いただけます。アカウントは数分で作れます。'),
  '/login': open('ログイン'),
  '/message': open('キャンペーン・お知らせ', '今宵のキャンペーンとお知らせの一覧です。'),
  '/gallery/removal': open(
    '作品の削除の申し出',
    'ギャラリーの作品の削除を申し出られます。アカウントは要りません。',
  ),
  '/receipts/verify': open('明細の検証', '今宵が発行した明細が本物であることを、どなたでも確かめられます。'),
  ...Object.fromEntries(Object.entries(legalTitles).map(([name, title]) => [`/${name}`, open(title)])),
})

/** Pages of one member, of members among themselves, and paths that lead nowhere say nothing of what is on them. */
const closed: PageHead = { title: null, description: siteDescription, isIndexed: false }

/** '/search/' and '/search' are one page. */
const withoutEnd = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path

/** The canonical path of a page, and its head. A path's parameters are no part of it. */
export const pageHeadOf = (pages: PublicPages, requestedPath: string): { path: string; head: PageHead } => {
  const path = withoutEnd(requestedPath)
  return { path, head: Object.hasOwn(pages, path) ? (pages[path] ?? closed) : closed }
}

/** A broadcaster's profile, on either device; null at all other paths. */
export const profileIdOf = (path: string): string | null =>
  /^\/profile\/unbroadcaster\/(?:pc\/)?(\d{1,12})$/.exec(path)?.[1] ?? null

/** A broadcaster who allows being shared. The page stays out of search engines: its members are among themselves. */
export const sharedHead = (
  person: { id: string; name: string; line: string },
  cardPath: string,
): PageHead => ({
  title: `${person.name}さん`,
  description: person.line || siteDescription,
  isIndexed: false,
  shared: { path: `/profile/unbroadcaster/${person.id}`, cardPath },
})

/** A message page that /message lists. An unlisted one is for those who were given its address. */
export const messagePagePath = (name: string): string => `/message/${name}`

export const messagePageHead = ({ title, lead }: { title: string; lead: string }): PageHead =>
  open(title, lead || siteDescription)
