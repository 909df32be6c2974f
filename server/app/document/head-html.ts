import { documentTitle, siteName } from '#domain/shell/document-title.ts'
import type { PageHead } from '#domain/shell/page-head.ts'

/** The picture of a shared link, of 1200 × 630 px, where no broadcaster allows their own. */
const siteCard = { cardPath: '/card.png', alt: '今宵、だれと話そう。' }

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`

/** Addresses are those of the configured origin, never of the request's Host header. Without it there are none. */
const addressed = (
  path: string,
  publicUrl: string | undefined,
  { cardPath, alt }: { cardPath: string; alt: string } = siteCard,
): string[] => {
  if (publicUrl === undefined) return [meta('name', 'twitter:card', 'summary')]
  const address = publicUrl + path
  return [
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    meta('property', 'og:url', address),
    meta('property', 'og:image', publicUrl + cardPath),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', alt),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}

/** A page of members gives nothing to share but the site itself, or a broadcaster who allows it. */
const closed = ({ title, shared }: PageHead, publicUrl: string | undefined): string[] => {
  const addresses = shared
    ? addressed(shared.path, publicUrl, { cardPath: shared.cardPath, alt: title ?? siteName })
    : addressed('/', publicUrl)
  return [meta('name', 'robots', 'noindex'), ...addresses.filter((element) => !element.startsWith('<link'))]
}

/** The elements of a page's head that search engines and shared links read. */
export const headHtml = (
  { path, head }: { path: string; head: PageHead },
  publicUrl: string | undefined,
): string => {
  const { title, description, isIndexed, shared } = head
  return [
    `<title>${escapeHtml(documentTitle(title))}</title>`,
    meta('name', 'description', description),
    ...(isIndexed ? addressed(path, publicUrl) : closed(head, publicUrl)),
    meta('property', 'og:type', shared ? 'profile' : 'website'),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:locale', 'ja_JP'),
    meta('property', 'og:title', title ?? siteName),
    meta('property', 'og:description', description),
  ].join('')
}

/** What web/index.html says of every page. */
const general = /<title>[^<]*<\/title>\s*<meta name="description" content="[^"]*" \/>/

/** The template with a page's own head in place of the general one. */
export const withHead = (template: string, head: string): string =>
  // A function: a title may contain what a replacement text would expand.
  template.replace(general, () => head)
