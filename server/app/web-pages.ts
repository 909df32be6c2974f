import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, Context as HonoContext } from 'hono'
import { compress } from 'hono/compress'
import { getCookie } from 'hono/cookie'
import { ageCookieName, ageDeclarationVersion, type Session } from '#contract/account/account.ts'
import { ownDsn } from '#contract/monitoring/monitoring.ts'
import { publishSession } from '#server/account/sign-in/session-answer.ts'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { rememberFirstTouch } from './campaign-cookie.ts'

/** What serves the pages: the built files, or Vite while developing. */
export interface WebPages {
  mount(app: Hono<ServerEnv>): void
  /** CSP sources of the scripts that stand in the page itself, such as the one that sets the theme before paint. */
  inlineScripts: readonly string[]
}

/** The first page's data, inlined so that the screen needs no request to know who looks at it. */
export interface BootData {
  session: Session | null
  isMobile: boolean
  /** The entrance gate stands before everything. */
  isGated: boolean
  /** The data stream that receives page views; null where none is set up, and for every visitor. */
  measurementId: string | null
  /** Whether members sign in by Google. */
  hasGoogle: boolean
  /** The collector that error reports name, which reach it through the tunnel. */
  dsn: string
  /** Whom the contact modal's mail goes to. */
  supportMail: string
  /** Asked by a visitor's browser for its IP address; null: our own server tells it. */
  ipLookupUrl: string | null
}

/** JSON inside a script element: nothing in it may close the element or open a comment. */
const asScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

export const withBootData = (html: string, boot: BootData): string =>
  // A function: a name may contain what a replacement text would expand.
  html.replace(
    '</head>',
    () => `<script id="boot" type="application/json">${asScriptJson(boot)}</script></head>`,
  )

/** Analytics run only with a session (decision 54). */
export const measurementIdFor = (
  session: Session | null,
  { analytics }: Pick<Config['reach'], 'analytics'>,
): string | null => (session && analytics ? analytics.measurementId : null)

export const bootDataOf = async (context: Context, c: HonoContext<ServerEnv>): Promise<BootData> => {
  const { config } = context
  const session = await publishSession(c, context)
  rememberFirstTouch(c, config)
  return {
    session,
    isMobile: clientOf(c, config.trustedProxyHops).isMobile,
    isGated: config.reach.ageGate && !session && getCookie(c, ageCookieName) !== ageDeclarationVersion,
    measurementId: measurementIdFor(session, config.reach),
    hasGoogle: context.google !== null,
    dsn: config.collector?.dsn ?? ownDsn,
    supportMail: config.supportMail,
    ipLookupUrl: config.reach.ipLookupUrl ?? null,
  }
}

const isPage = (c: HonoContext): boolean => !path.posix.extname(c.req.path)

/** `.sources` and `.vite` belong to the build, not to the pages. */
const isHidden = (c: HonoContext): boolean => c.req.path.includes('/.')

/** What compresses well was compressed when it was built (scripts/web-build/compress-files.ts). */
const compressibleFile = /\.(?:js|css|svg|json|webmanifest|html|txt)$/

/**
 * Serves what the build made: hashed files, stickers and presents for a year, the page, worker and manifest always fresh. Files
 * are sent as the build compressed them; only the page, which holds the viewer's data, is compressed per request.
 */
export const builtPages = async (context: Context, folder: string): Promise<WebPages> => {
  const template = await readFile(path.join(folder, 'index.html'), 'utf8')
  const root = path.relative(process.cwd(), folder) || '.'
  const files = serveStatic<ServerEnv>({ root, precompressed: true })
  return {
    inlineScripts: inlineScriptSources(template),
    mount: (app) => {
      for (const lasting of ['/assets/*', '/stickers/*', '/presents/*'])
        app.use(lasting, async (c, next) => {
          await next()
          if (c.res.ok) c.header('cache-control', 'public, max-age=31536000, immutable')
        })
      for (const changing of ['/sw.js', '/offline.js', '/manifest.webmanifest'])
        app.use(changing, async (c, next) => {
          await next()
          c.header('cache-control', 'no-cache')
        })
      app.get('*', async (c, next) => {
        if (isPage(c) || isHidden(c)) return next()
        if (compressibleFile.test(c.req.path)) c.header('vary', 'accept-encoding')
        return files(c, next)
      })
      app.get('*', compress(), async (c, next) => {
        if (!isPage(c)) return next()
        const boot = await bootDataOf(context, c)
        // A page with a session is stored nowhere. A visitor's holds nothing private, so that the browser may keep it for
        // a step back (decision 70).
        c.header('cache-control', boot.session ? 'no-store' : 'private, no-cache')
        c.header('vary', 'cookie', { append: true })
        return c.html(withBootData(template, boot))
      })
    },
  }
}

const inlineScriptSources = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
