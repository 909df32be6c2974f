import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Hono } from 'hono'
import { createAccountRequestLimit } from '#server/account/account-request-limit.ts'
import { openGoogle } from '#server/account/google/open-google.ts'
import { createPasskeyChallengeLimit } from '#server/account/passkeys/challenge-limit.ts'
import { createHttpApp } from '#server/app/app.ts'
import { createVideoTestLimit } from '#server/calls/pre-call-check/limit.ts'
import { createIncomingCalls } from '#server/calls/ringing/incoming.ts'
import { createRingLimit } from '#server/calls/ringing/ring-limit.ts'
import { createNewChatCache } from '#server/chat/new-chat-cache.ts'
import { readConfig } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import { openHealthWatch } from '#server/health/open-health-watch.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createTextLimit } from '#server/http/text-limit.ts'
import { openStorage } from '#server/images/storage.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { createReadiness } from '#server/lifecycle/readiness.ts'
import { createSessions } from '#server/members/sessions.ts'
import { openMailer } from '#server/outbox/mailer.ts'
import { openTexting } from '#server/outbox/texter.ts'
import { createPresence } from '#server/people/presence.ts'
import { createRankings } from '#server/people/rankings.ts'
import { createSearchTags } from '#server/people/search/search-tags.ts'
import { createStandbyLists } from '#server/people/search/standby-lists.ts'
import { createVisitorSearchLimit } from '#server/people/search/visitor-search-limit.ts'
import { createPointCache } from '#server/points/point-cache.ts'
import { openPayments } from '#server/points/purchase/payments.ts'
import { createPurchaseRequestLimit } from '#server/points/purchase/purchase-request-limit.ts'
import { openPush } from '#server/push/open-push.ts'
import { createEventBus } from '#server/realtime/event-bus.ts'
import { createKeyedMutex } from '#server/realtime/keyed-mutex.ts'
import { createReceiptKeys } from '#server/secrets/receipt-keys.ts'
import { createFakeMedia } from '#test/helpers/fake-media.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'
import { createTestNode } from '#test/helpers/test-node.ts'

export const origin = 'http://localhost'
export const taro = { id: '20148357', email: 'taro@example.jp', password: 'tsuki-ga-kirei', name: '太郎' }

/** A browser: stores cookies as a real one does, and has an address. */
export interface Browser {
  cookies: Map<string, string>
  address: string
  fetch(target: string, init?: RequestInit): Promise<Response>
  /** Posts a form with a valid CSRF token and json=true, as both clients do. */
  post(target: string, fields?: Record<string, string>): Promise<{ status: number; url: URL }>
  session(): Promise<{ user?: { id: string; token: string; name: string; isFirstRegister: boolean } }>
}

/** One process of the product. */
export interface AuthProcess {
  context: Context
  serve: Serve
  stop(): Promise<void>
}

export interface AuthWorld extends AuthProcess {
  database: TestDatabase
  /** Milliseconds since 1970; tests move it. */
  clock: { nowMs: number }
  logged: string[]
  browser(address?: string): Browser
  /** Another process of the product on the same database. */
  startProcess(): Promise<AuthProcess>
  close(): Promise<void>
}

const originOf = (env: Record<string, string>) => env.PUBLIC_URL ?? origin

export const createAuthWorld = async (env: Record<string, string> = {}): Promise<AuthWorld> => {
  const database = await createTestDatabase({ maxConnections: 20 })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-test-'))
  const clock = { nowMs: Date.UTC(2026, 10, 20, 12) }
  const logged: string[] = []
  const secret = randomBytes(32)

  const startProcess = async (): Promise<AuthProcess> => {
    const log = createLog('debug', (line) => logged.push(line) > 0)
    const events = createEventBus(database.sql, log)
    const base = {
      config: readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.url, ...env }),
      db: database.db,
      sql: database.sql,
      log,
      now: () => clock.nowMs,
      events,
      secret,
    }
    const node = await createTestNode(base, createFakeMedia())
    const context: Context = {
      ...base,
      ...node,
      sessions: createSessions({ ...base, publicUrl: base.config.publicUrl }),
      google: openGoogle(base),
      presence: createPresence({ ...base, ...node }),
      standbyLists: createStandbyLists(base),
      rankings: createRankings(base),
      searchTags: createSearchTags(base),
      payments: await openPayments(base),
      push: await openPush(base),
      storage: await openStorage(base.config),
      mailer: openMailer(base.config),
      sms: openTexting(base.config),
      pointCache: createPointCache(base),
      newChat: createNewChatCache(base),
      chatLanes: createKeyedMutex(),
      receiptKeys: createReceiptKeys(base),
      incoming: createIncomingCalls(base),
      textLimit: createTextLimit(base),
      ringLimit: createRingLimit(base),
      videoTestLimit: createVideoTestLimit(base),
      visitorSearchLimit: createVisitorSearchLimit(base),
      accountRequestLimit: createAccountRequestLimit(base),
      passkeyChallengeLimit: createPasskeyChallengeLimit(base),
      purchaseRequestLimit: createPurchaseRequestLimit(base),
      healthWatch: openHealthWatch(base, database.url, node.nodes.id),
      readiness: createReadiness(),
      metrics: null,
    }
    events.onGap(() => context.sessions.forgetAll())
    await events.start()
    return {
      context,
      serve: serving(createHttpApp(context, null)),
      stop: async () => {
        await context.push.stop()
        await context.payments.stop()
        await events.stop()
      },
    }
  }

  const first = await startProcess()
  const started = [first]
  await database.db
    .insertInto('member')
    .values({
      id: taro.id,
      name: taro.name,
      email: taro.email,
      password_hash: await hashPassword(taro.password),
    })
    .execute()

  return {
    ...first,
    database,
    clock,
    logged,
    browser: (address = '203.0.113.7') => createBrowser(first.serve, originOf(env), address),
    startProcess: async () => {
      const another = await startProcess()
      started.push(another)
      return another
    },
    close: async () => {
      await Promise.all(started.map(({ stop }) => stop()))
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Serve = (request: Request, address: string) => Promise<Response>

const serving =
  (app: Hono<ServerEnv>): Serve =>
  async (request, address) =>
    app.request(request, {}, { incoming: { socket: { remoteAddress: address } } })

export const createBrowser = (serve: Serve, at = origin, address = '203.0.113.7'): Browser => {
  const cookies = new Map<string, string>()
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const browse: Browser['fetch'] = async (target, init = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await serve(new Request(new URL(target, at), { ...init, headers }), address)
    keep(response)
    return response
  }
  const post: Browser['post'] = async (target, fields = {}) => {
    const { csrfToken } = (await (await browse('/api/auth/csrf')).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, json: 'true', ...fields })
    const response = await browse(target, { method: 'POST', body })
    const { url } = (await response.json()) as { url: string }
    return { status: response.status, url: new URL(url) }
  }
  return {
    cookies,
    address,
    fetch: browse,
    post,
    session: async () => (await browse('/api/auth/session')).json() as ReturnType<Browser['session']>,
  }
}

export const signInForm = (password = taro.password, email = taro.email) => ({
  email,
  password,
  callbackUrl: '/',
})

export const registrationForm = (name: string) => ({
  name,
  age: '20',
  region: '東京',
  cmCode: 'Organic',
  googleClientId: '',
  callbackUrl: '/',
})
