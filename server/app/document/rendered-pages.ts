import { AsyncLocalStorage } from 'node:async_hooks'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  CreatePageRenderer,
  PageDevice,
  PageReader,
  PageRenderer,
  RenderedPage,
  RequestAsVisitor,
} from '#contract/core/rendered-page.ts'
import type { Context } from '#server/context.ts'
import { inlinePortrait } from '#server/images/inline-portraits.ts'
import { asScriptJson } from './boot-data.ts'
import { escapeHtml } from './head-html.ts'
import { type InlinePicture, type Markup, withInlinePictures } from './inline-pictures.ts'
import { type PageAssets, readPageAssets, type StyleSheet } from './page-assets.ts'
import { createStaleWhileRevalidate } from './stale-while-revalidate.ts'
import { createStaleWhileRevalidateByName } from './stale-while-revalidate-by-name.ts'

/** Lists follow the socket or a minute's poll from then on. */
const lastsMs = 3_000
/** Less than the scripts and requests take that the page makes without it. */
const patienceMs = 250
/** Longer than any page takes on a server that isn't overloaded. */
const visitorsTimeoutMs = 1_000
/** A busy server's page is better some seconds old than left to its scripts, which then bring it up to date. */
const staleMs = 15_000
/**
 * Pages with a name in their address are as many as there are broadcasters, so that visitors choose how often the server
 * renders: this often for all of them, on phones and on desktops. Beyond it their pages are filled by their scripts.
 */
const namedRenders = { max: 10, windowMs: 5_000 }
/** Of some 100 kB each, for phones and for desktops. */
const namedKept = 50

/** A page's elements for the template. */
export interface PageMarkup extends Markup {
  styleSheets: readonly StyleSheet[]
  /** With its first pictures in it. */
  withPictures: Markup
}

/** @returns null where the page isn't rendered, or not in time: its scripts fill it as any other page */
export type RenderedPages = (path: string, device: PageDevice) => Promise<PageMarkup | null>

/**
 * Nothing is painted before the page is complete: of half a document a browser shows labels and rows in other places. A
 * browser waits for the beginning of the element that is named, so one is behind the page. Where a browser doesn't
 * know this link, the parts may move.
 */
const paintedWhole = '<link rel="expect" href="#root-end" blocking="render">'
const rootEnd = '<template id="root-end"></template>'

/** React names the first pictures before the markup; they belong into the head. */
const hoisted = /^(?:<link [^>]*>)+/

export const markupOf = async (
  { html, answers }: RenderedPage,
  screen: string | null,
  { styleSheetsFor, scriptsFor }: PageAssets,
  inline: InlinePicture,
): Promise<PageMarkup> => {
  const pictures = hoisted.exec(html)?.[0] ?? ''
  const head = [
    paintedWhole,
    pictures,
    ...scriptsFor(screen).map(
      (file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}" fetchpriority="low">`,
    ),
    `<script id="answers" type="application/json">${asScriptJson(answers)}</script>`,
  ]
  const markup = { head: head.join(''), root: html.slice(pictures.length) }
  return {
    ...markup,
    styleSheets: styleSheetsFor(html),
    withPictures: await withInlinePictures(markup, inline),
  }
}

/** The code of a built folder's pages, with what their markup needs. */
export interface LoadedRenderer {
  renderer: PageRenderer
  assets: PageAssets
}

/** The pages as a built folder's own code renders them; a folder without that code has none. */
export const loadRenderer = async (
  context: Context,
  request: RequestAsVisitor,
  folder: string,
): Promise<LoadedRenderer | null> => {
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
    request,
    now,
    reader: new AsyncLocalStorage<PageReader>(),
    timeoutMs: visitorsTimeoutMs,
    settings: {
      hasGoogle: context.google !== null,
      supportMail: config.supportMail,
      ipLookupUrl: config.audience.ipLookupUrl ?? null,
    },
  })
  return { renderer, assets: await readPageAssets(folder) }
}

/** The pages of one kind of device. */
const keptPages = (
  context: Context,
  { renderer, assets }: LoadedRenderer,
  device: PageDevice,
): ((path: string) => Promise<PageMarkup | null>) => {
  const { log, now } = context
  const inline = (address: string) => inlinePortrait(context, address, device.isMobile)
  const load = async (path: string, screen: string | null) => {
    const page = await renderer.render(path, device)
    return page && markupOf(page, screen, assets, inline)
  }
  const failed = (address: string, error: unknown) => log.error('page-not-rendered', { address, error })
  const fixed = new Map(
    Object.entries(renderer.screens).map(([path, screen]) => [
      path,
      createStaleWhileRevalidate({
        load: () => load(path, screen),
        failed: (error) => failed(path, error),
        ttlMs: lastsMs,
        waitTimeoutMs: patienceMs,
        staleMs,
      }),
    ]),
  )
  const named = createStaleWhileRevalidateByName({
    load: (path) => load(path, renderer.namedPage(path, device)?.screen ?? null),
    failed,
    ttlMs: lastsMs,
    waitTimeoutMs: patienceMs,
    staleMs,
    namesMax: namedKept,
    loads: namedRenders,
    now,
  })
  return async (path) => {
    const kept = fixed.get(path)
    if (kept) return kept()
    const page = renderer.namedPage(path, device)
    return page && named(page.path)
  }
}

/**
 * Renders visitors' pages, each at most once in three seconds for all visitors, and those of people and campaigns no
 * oftener than `namedRenders` altogether, so that nobody can have the server render without end.
 */
export const createRenderedPages = (context: Context, loaded: LoadedRenderer): RenderedPages => {
  const phone = keptPages(context, loaded, { isMobile: true })
  const desktop = keptPages(context, loaded, { isMobile: false })
  return (path, { isMobile }) => (isMobile ? phone : desktop)(path)
}

const linked = ({ file }: StyleSheet): string =>
  `<link rel="stylesheet" crossorigin href="/${escapeHtml(file)}">`

/**
 * A browser without our cookies has none of our files either: the rules come with the page, so that it is painted
 * without a second way to the server. The files come after everything else, for the pages to follow, and apply to
 * nothing here; parts that are loaded later find that they are there.
 */
const brought = (sheets: readonly StyleSheet[]): string =>
  [
    `<style>${sheets.map(({ css }) => css).join('')}</style>`,
    ...sheets.map((sheet) => linked(sheet).replace(' crossorigin', ' crossorigin media="not all"')),
  ].join('')

const entryStyleSheet = /<link rel="stylesheet" crossorigin href="[^"]+">/
const entryScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * The template with a page's markup in it. Its own script starts the entry after the first paint, so that the pictures
 * of the first screen come before the scripts.
 * @param first whether nothing of the site is in the browser yet, and whether it shows the formats of inline pictures
 */
export const withMarkup = (
  html: string,
  page: PageMarkup,
  first: { isFirst: boolean; showsPictures: boolean },
): string => {
  const { head, root } = first.isFirst && first.showsPictures ? page.withPictures : page
  const { styleSheets } = page
  // Functions: a name may contain what a replacement text would expand.
  return html
    .replace(entryStyleSheet, () => (first.isFirst ? brought(styleSheets) : styleSheets.map(linked).join('')))
    .replace(entryScript, '<link rel="modulepreload" crossorigin href="$1" fetchpriority="low" data-entry>')
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${root}</div>${rootEnd}`)
}
