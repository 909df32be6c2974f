import { access } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  AskAsVisitor,
  CreatePageRenderer,
  PageRenderer,
  RenderedPage,
} from '#contract/core/rendered-page.ts'
import type { Context } from '#server/context.ts'
import { asScriptJson } from './boot-data.ts'
import { escapeHtml } from './head-html.ts'
import { createKept } from './kept.ts'
import { type PageAssets, readPageAssets } from './page-assets.ts'

/** Lists follow the socket or a minute's poll from then on. */
const lastsMs = 3_000
/** Less than the scripts and requests take that the page makes without it. */
const patienceMs = 250

/** A page's elements for the template. */
export interface PageMarkup {
  /** For the head: style sheets, scripts and pictures to fetch at once, and the answers. */
  head: string
  /** For #root. */
  root: string
}

/** @returns null where the page isn't rendered, or not in time: its scripts fill it as any other page */
export type RenderedPages = (path: string, device: { isMobile: boolean }) => Promise<PageMarkup | null>

/**
 * Nothing is painted before the page stands: of half a document a browser shows labels and rows in other places. A
 * browser waits for the beginning of the element that is named, so one stands behind the page. Where a browser doesn't
 * know this link, the parts may move.
 */
const paintedWhole = '<link rel="expect" href="#root-end" blocking="render">'
const rootEnd = '<template id="root-end"></template>'

/** React names the first pictures before the markup; they belong into the head. */
const hoisted = /^(?:<link [^>]*>)+/

const markupOf = (
  { html, answers }: RenderedPage,
  screen: string | null,
  { styleSheetsFor, scriptsFor }: PageAssets,
): PageMarkup => {
  const pictures = hoisted.exec(html)?.[0] ?? ''
  const head = [
    paintedWhole,
    ...styleSheetsFor(html).map((file) => `<link rel="stylesheet" crossorigin href="/${escapeHtml(file)}">`),
    pictures,
    ...scriptsFor(screen).map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}">`),
    `<script id="answers" type="application/json">${asScriptJson(answers)}</script>`,
  ]
  return { head: head.join(''), root: html.slice(pictures.length) }
}

/** The pages as a built folder's own code renders them; a folder without that code has none. */
const loadRenderer = async (context: Context, ask: AskAsVisitor, folder: string) => {
  const file = path.join(folder, '.server', 'server-entry.js')
  const isBuilt = await access(file).then(
    () => true,
    () => false,
  )
  if (!isBuilt) return null
  const { createPageRenderer } = (await import(pathToFileURL(file).href)) as {
    createPageRenderer: CreatePageRenderer
  }
  const { config, now } = context
  const renderer = createPageRenderer({
    ask,
    now,
    settings: {
      hasGoogle: context.google !== null,
      supportMail: config.supportMail,
      ipLookupUrl: config.reach.ipLookupUrl ?? null,
    },
  })
  return { renderer, assets: await readPageAssets(folder) }
}

const keptPages = (
  { log }: Pick<Context, 'log'>,
  { renderer, assets }: { renderer: PageRenderer; assets: PageAssets },
) => {
  const pagesOn = (isMobile: boolean) =>
    new Map(
      Object.entries(renderer.screens).map(([address, screen]) => {
        const load = async () => markupOf(await renderer.render(address, { isMobile }), screen, assets)
        const failed = (error: unknown) => log.error('page-not-rendered', { address, error })
        return [address, createKept({ load, lastsMs, patienceMs, failed })]
      }),
    )
  return { phone: pagesOn(true), desktop: pagesOn(false) }
}

/**
 * Renders visitors' pages, each at most once in three seconds for all visitors. The paths are few and fixed, so that
 * nobody can have the server render without end.
 */
export const createRenderedPages = (context: Context, ask: AskAsVisitor, folder: string): RenderedPages => {
  let pages: ReturnType<typeof keptPages> | null = null
  loadRenderer(context, ask, folder)
    .then((loaded) => {
      pages = loaded && keptPages(context, loaded)
    })
    .catch((error: unknown) => context.log.error('pages-not-rendered', { error }))
  return async (address, { isMobile }) =>
    (await pages?.[isMobile ? 'phone' : 'desktop'].get(address)?.()) ?? null
}

const entryScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/** The template with a page's markup in it. Its own script starts the entry after the first paint. */
export const withMarkup = (html: string, { head, root }: PageMarkup): string =>
  // Functions: a name may contain what a replacement text would expand.
  html
    .replace(entryScript, '<link rel="modulepreload" crossorigin href="$1" data-entry>')
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${root}</div>${rootEnd}`)
