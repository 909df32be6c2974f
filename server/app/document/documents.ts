import { createHash } from 'node:crypto'
import type { Hono, Context as HonoContext } from 'hono'
import { messagePageHead, messagePagePath, type PageHead, pageHeadOf } from '#domain/shell/page-head.ts'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { inlineFormats } from '#server/images/inline-portraits.ts'
import { bootDataOf, withBootData } from './boot-data.ts'
import { createCompressed } from './compressed.ts'
import { crawlerRoutes } from './crawler-routes.ts'
import { headHtml, withHead } from './head-html.ts'
import { createListedMessages } from './listed-messages.ts'
import { createMemberPages, type MemberPages } from './member-pages.ts'
import { publicPages } from './public-pages.ts'
import { createRenderBudget } from './render-budget.ts'
import { createRenderedPages, loadRenderer, type RenderedPages, withMarkup } from './rendered-pages.ts'
import { createRequestAs, requestAsVisitor } from './request-endpoints.ts'
import { createSharedHeads } from './shared-heads.ts'

/** Makes the documents of pages: the template with the page's head and its viewer's data. */
export interface Documents {
  page(c: HonoContext<ServerEnv>, template: string): Promise<Response>
  /** /robots.txt and /sitemap.xml. */
  crawlers: Hono<ServerEnv>
}

interface Built {
  /** Where the pages were built. */
  folder: string
  /** The share of the last second that the event loop was at work. */
  loopShare: () => number
}

/** @param built left out while developing: nothing is rendered then */
export const createDocuments = (context: Context, built?: Built): Documents => {
  const requestAs = createRequestAs(context)
  const request = requestAsVisitor(requestAs)
  const listed = createListedMessages(context, request)
  const sharedHeadAt = createSharedHeads(context)
  const compressed = createCompressed()
  // Until their code is loaded, and without it, pages are filled by their scripts.
  let pages: { ofVisitors: RenderedPages; ofMembers: MemberPages } | null = null
  if (built)
    loadRenderer(context, request, built.folder)
      .then((loaded) => {
        pages = loaded && {
          ofVisitors: createRenderedPages(context, loaded),
          ofMembers: createMemberPages(
            context,
            loaded,
            requestAs,
            createRenderBudget({ ...context, ...built, when: context.config.memberPages }),
          ),
        }
      })
      .catch((error: unknown) => context.log.error('pages-not-rendered', { error }))

  /** A browser that has this very page gets no bytes of it again. */
  const answerVisitor = async (c: HonoContext<ServerEnv>, html: string): Promise<Response> => {
    const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22)
    const validator = `W/"${hash}"`
    c.header('etag', validator)
    if (c.req.header('if-none-match')?.includes(validator)) return c.body(null, 304)
    c.header('vary', 'accept, accept-encoding', { append: true })
    if (!takesGzip.test(c.req.header('accept-encoding') ?? '')) return c.html(html)
    c.header('content-type', 'text/html; charset=UTF-8')
    c.header('content-encoding', 'gzip')
    return c.body(await compressed(hash, html))
  }

  const headOf = async (path: string) => {
    const known = pageHeadOf(publicPages, path)
    if (known.head.isIndexed || !known.path.startsWith(messagePagePath(''))) return known
    const page = (await listed()).find(({ name }) => messagePagePath(name) === known.path)
    return page ? { ...known, head: messagePageHead(page) } : known
  }

  return {
    crawlers: crawlerRoutes(context.config, listed),
    page: async (c, template) => {
      const [boot, head] = await Promise.all([bootDataOf(context, c), headOf(c.req.path)])
      // A page with a session is stored nowhere. A visitor's holds nothing private, so that the browser may keep it for
      // a step back (decision 70).
      c.header('cache-control', boot.session ? 'no-store' : 'private, no-cache')
      c.header('vary', 'cookie', { append: true })
      const documentOf = (shared: PageHead | null = null) => {
        const shown = shared ? { ...head, head: shared } : head
        return withBootData(withHead(template, headHtml(shown, context.config.publicUrl)), boot)
      }
      if (boot.session) {
        const reader = { session: boot.session, isMobile: boot.isMobile }
        const requester = {
          cookie: c.req.header('cookie'),
          client: () => clientOf(c, context.config.trustedProxyHops),
        }
        const markup = isRenderable(c) ? await pages?.ofMembers(head.path, reader, requester) : null
        return c.html(markup ? withMarkup(documentOf(), markup, visitOf(c)) : documentOf())
      }
      // The age gate comes before people: nobody is named behind it.
      if (boot.isGated) return answerVisitor(c, documentOf())
      // One after the other: who shares a link asks once, and rendering would hold up the head.
      const html = documentOf(await sharedHeadAt(head.path))
      const markup = isRenderable(c) ? await pages?.ofVisitors(head.path, boot) : null
      return answerVisitor(c, markup ? withMarkup(html, markup, visitOf(c)) : html)
    },
  }
}

/** Only campaigns name what no screen reads. A path in another spelling is left to the scripts, too. */
const isRenderable = (c: HonoContext<ServerEnv>): boolean => {
  const { pathname, searchParams } = new URL(c.req.url)
  return (
    (pathname === '/' || !pathname.endsWith('/')) &&
    [...searchParams.keys()].every((name) => name.startsWith('utm_'))
  )
}

/** A browser without any cookie has none of our files. */
const visitOf = (c: HonoContext<ServerEnv>) => {
  const accept = c.req.header('accept') ?? ''
  return {
    isFirst: c.req.header('cookie') === undefined,
    showsPictures: inlineFormats.split(',').every((format) => accept.includes(format)),
  }
}

const takesGzip = /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/
