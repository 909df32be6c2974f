import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { openSession } from '#server/members/actions/open-session.ts'
import { createTestHome, startTestApp, type TestApp, type TestHome } from '#test/helpers/start-app.ts'

const startTimeoutMs = 60_000
/** The longest stop when nothing delays it. */
const promptMs = 10_000

let home: TestHome
let database: Database
beforeAll(async () => {
  home = await createTestHome()
  database = openDatabase(home.databaseUrl, { maxConnections: 2 })
})
afterAll(async () => {
  await database.close()
  await home.remove()
})

const startApp = async (): Promise<TestApp> => {
  const app = await startTestApp({ home })
  onTestFinished(() => app.stop())
  return app
}

const signIn = async (app: TestApp): Promise<{ memberId: string; cookie: string }> => {
  const memberId = String(randomInt(10_000_000, 99_999_999))
  await database.db.insertInto('member').values({ id: memberId, role: 'caller', name: 'たろう' }).execute()
  const { cookieValue } = await openSession(app.context, database.db, {
    memberId,
    isFirstRegister: false,
    userAgent: '',
  })
  return { memberId, cookie: `next-auth.session-token=${cookieValue}` }
}

/** Over a connection that would stay open for the next request. */
const post = async (app: TestApp, path: string, cookie: string, body: object): Promise<IncomingMessage> => {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const outgoing = request(new URL(path, app.url), {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', cookie },
  })
  outgoing.end(JSON.stringify(body))
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  answer.resume()
  return answer
}

const isReady = async (app: TestApp) => (await fetch(new URL('/api/ready', app.url))).status === 200

/** Locks the member's row until it is released, and reports when another query waits for it. */
const lockMember = async (memberId: string) => {
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const transaction = database.sql.begin(async (tx) => {
    await tx`select from member where id = ${memberId} for update`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const untilAwaited = () =>
    expect
      .poll(
        () => database.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1)
  return {
    untilAwaited,
    release: async () => {
      release.resolve()
      await transaction
    },
  }
}

test(
  'an announced stop shows on /api/ready while the port still serves, and closes connections after their answers',
  async () => {
    const app = await startApp()
    const { cookie } = await signIn(app)
    expect(await isReady(app)).toBe(true)
    expect((await post(app, '/api/get-my-point', cookie, {})).headers.connection).toBe('keep-alive')
    app.announceStop()
    expect(await isReady(app)).toBe(false)
    expect((await fetch(new URL('/api/health', app.url))).status).toBe(200)
    const answer = await post(app, '/api/get-my-point', cookie, {})
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  },
  startTimeoutMs,
)

test(
  'a request that waits for a row when the app is stopped gets its answer, and a new connection gets none',
  async () => {
    const app = await startApp()
    const { memberId, cookie } = await signIn(app)
    const lock = await lockMember(memberId)
    const answer = post(app, '/api/update-user-info', cookie, { name: 'じろう' })
    await lock.untilAwaited()
    const stopped = app.stop()
    await vi.waitFor(() => expect(fetch(new URL('/api/health', app.url))).rejects.toThrow(), promptMs)
    await lock.release()
    expect((await answer).statusCode).toBe(200)
    await stopped
    const [member] = await database.sql`select name from member where id = ${memberId}`
    expect(member).toEqual({ name: 'じろう' })
  },
  startTimeoutMs,
)

test(
  'a sleeping page delays no stop',
  async () => {
    const app = await startApp()
    const { cookie } = await signIn(app)
    const { hostname, port, host } = new URL(app.url)
    const page = connect(Number(port), hostname)
    page.on('error', () => undefined)
    page.write(
      [
        'GET /api/socket/?EIO=4&transport=websocket HTTP/1.1',
        ...[`Host: ${host}`, `Origin: http://${host}`, `Cookie: ${cookie}`],
        ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
        ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''],
      ].join('\r\n'),
    )
    const [head] = (await once(page, 'data')) as [Buffer]
    expect(head.toString()).toContain('101 Switching Protocols')
    page.pause()
    const startedMs = performance.now()
    await app.stop()
    expect(performance.now() - startedMs).toBeLessThan(promptMs)
  },
  startTimeoutMs,
)
