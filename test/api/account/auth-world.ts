import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Hono } from 'hono'
import { createHttpApp } from '#server/app/app.ts'
import { createContext } from '#server/app/create-context.ts'
import { readConfig } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { createShutdownStack } from '#server/lifecycle/shutdown-stack.ts'
import { createEventBus } from '#server/realtime/event-bus.ts'
import { createFakeMedia } from '#test/helpers/fake-media.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'

export const origin = 'http://localhost'
export const taro = { id: '20148357', email: 'taro@example.jp', password: 'tsuki-ga-kirei', name: '太郎' }

/** A browser with cookies and an address. */
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
    const shutdown = createShutdownStack()
    const context = await createContext({
      base,
      databaseUrl: database.url,
      nodeId: randomUUID(),
      localMedia: createFakeMedia(),
      shutdown,
    })
    await context.nodes.register()
    events.onGap(() => context.sessions.evictAll())
    await events.start()
    shutdown.add(() => events.stop())
    return {
      context,
      serve: serving(createHttpApp(context, null)),
      stop: shutdown.run,
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
