import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { failureMessage } from '#contract/core/client.ts'
import { createHttpApp } from '#server/app/app.ts'
import { createHttpListener } from '#server/app/http-listener.ts'
import type { Context } from '#server/context.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'

/** No server listens on the first port. */
const nobody = 'postgres://koyoi:koyoi@127.0.0.1:1/koyoi'
const json = { 'content-type': 'application/json' }

let world: TestWorld
let lost: Database
/** The world's process with a database that is gone. */
let context: Context
let server: Server
const lines: string[] = []
beforeAll(async () => {
  world = await createTestWorld({ takeLine: (line) => void lines.push(line) })
  lost = openDatabase(nobody, { maxConnections: 8 })
  context = { ...world.context, db: lost.db, sql: lost.sql }
  server = createServer(createHttpListener(context, null)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await lost.sql.end({ timeout: 0 })
  await world.close()
})
beforeEach(() => void lines.splice(0))

const errorLines = () => lines.filter((line) => line.includes('"level":"error"'))
const away = { type: 'error', code: 'databaseAway', message: 'サーバーとの通信に失敗しました' }
const profile = { method: 'POST', headers: json, body: '{"userId":"12345678"}' }

it('an endpoint answers 503 with the sentence of a failure, and logs no error', async () => {
  const path = '/api/get-user-inf-for-web'
  const { port } = server.address() as AddressInfo
  const throughListener = await fetch(`http://127.0.0.1:${port}${path}`, profile)
  const visitor = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
  const throughApp = await createHttpApp(context, null).request(path, profile, visitor)
  for (const answer of [throughListener, throughApp]) {
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual(away)
  }
  expect(errorLines()).toEqual([])
})

it('so does one whose connection dies under its query, or whose database is read-only', async () => {
  const { sql } = world.database
  const caller = await world.caller()
  const rename = (name: string) =>
    world.request('/api/update-user-info', {
      method: 'POST',
      headers: { ...json, cookie: caller.cookie },
      body: JSON.stringify({ name }),
    })
  const [answer] = await sql.begin(async (tx) => {
    await tx`select from member where id = ${caller.id} for update`
    const renaming = rename('じろう')
    await expect
      .poll(
        () => sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1)
    return [await renaming]
  })
  expect([answer?.status, await answer?.json()]).toEqual([503, away])
  expect(errorLines()).toEqual([])
})

it('signing in answers 503 with the same sentence', async () => {
  const app = createHttpApp(context, null)
  const csrf = await app.request('/api/auth/csrf')
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const body = new URLSearchParams({ csrfToken, json: 'true', email: 'a@example.jp', password: 'himitsu-1' })
  const answer = await app.request(
    '/api/auth/callback/login',
    { method: 'POST', headers: { cookie }, body },
    { incoming: { socket: { remoteAddress: '203.0.113.7' } } },
  )
  expect(answer.status).toBe(503)
  const { url } = (await answer.json()) as { url: string }
  expect(new URL(url).searchParams.get('error')).toBe(failureMessage)
  expect(errorLines()).toEqual([])
})
