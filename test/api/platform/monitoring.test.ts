import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientErrorsMax } from '#contract/monitoring/client-errors.ts'
import { monitoringPath, ownDsn } from '#contract/monitoring/monitoring.ts'
import { createHttpApp } from '#server/app/app.ts'
import { clientErrors, storeClientError } from '#server/monitoring/client-errors.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { createOperatorWorld, granted } from '../operators/operator-world.ts'

/** What the collector received, and how it answers. */
const collector = {
  url: '',
  taken: [] as { path: string; headers: IncomingHttpHeaders; text: string }[],
  status: 200,
}
let server: Server
beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    collector.taken.push({ path: incoming.url ?? '', headers: incoming.headers, text })
    outgoing.writeHead(collector.status, collector.status === 302 ? { location: '/elsewhere' } : {}).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  collector.url = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => Object.assign(collector, { taken: [], status: 200 }))

const browserOf =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1'
const event = (value: string, url = 'http://koyoi.example/search') => ({
  exception: { values: [{ type: 'TypeError', value }] },
  request: { url },
})
const envelope = (dsn: string, payload: unknown, type = 'event') =>
  [{ dsn }, { type }, payload].map((line) => JSON.stringify(line)).join('\n')

let networks = 0
/** From another network each time, unless an address is given. */
const send = (world: TestWorld, text: string, options: { origin?: string; address?: string } = {}) => {
  networks += 1
  return world.request(
    monitoringPath,
    {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'text/plain',
        'user-agent': browserOf,
        ...(options.origin ? { origin: options.origin } : {}),
      },
    },
    options.address ?? `203.0.113.${networks % 250}`,
  )
}

describe('with a collector', () => {
  let world: TestWorld
  let dsn: string
  beforeAll(async () => {
    dsn = `http://thekey@${collector.url}/42`
    world = await createTestWorld({ env: { SENTRY_DSN: dsn } })
  })
  afterAll(() => world.close())

  it('forwards our pages’ reports without addresses and cookies', async () => {
    const text = envelope(dsn, event('x is undefined'))
    expect((await send(world, text, { address: '198.51.100.77' })).status).toBe(200)
    expect(collector.taken.map(({ path, text }) => ({ path, text }))).toEqual([
      { path: '/api/42/envelope/?sentry_version=7&sentry_key=thekey', text },
    ])
    const headers = JSON.stringify(collector.taken[0]?.headers)
    expect(headers).not.toContain('198.51.100.77')
    expect(headers).not.toContain('iPhone')
    expect(headers).not.toContain('cookie')
    expect(await clientErrors(world.database.db)).toEqual([])
  })

  it('is a tunnel to that collector alone, for our own pages alone', async () => {
    const another = dsn.replace('/42', '/43')
    expect((await send(world, envelope(another, event('x')))).status).toBe(403)
    expect((await send(world, envelope(ownDsn, event('x')))).status).toBe(403)
    expect((await send(world, envelope(dsn, event('x')), { origin: 'https://evil.example' })).status).toBe(
      403,
    )
    expect(collector.taken).toEqual([])
  })

  it('drops replays, attachments, whatever is no envelope and whatever is huge', async () => {
    expect((await send(world, envelope(dsn, {}, 'replay_recording'))).status).toBe(400)
    expect((await send(world, envelope(dsn, {}, 'attachment'))).status).toBe(400)
    expect((await send(world, 'x')).status).toBe(400)
    const [, ...item] = envelope(dsn, event('x')).split('\n')
    const crowd = [JSON.stringify({ dsn }), ...Array.from({ length: 1_000 }, () => item).flat()]
    expect((await send(world, crowd.join('\n'))).status).toBe(400)
    expect((await send(world, envelope(dsn, event('x'.repeat(300_000))))).status).toBe(413)
    expect((await world.request(monitoringPath)).status).toBe(405)
    expect(collector.taken).toEqual([])
  })

  it('hides from the page that a collector is down or redirects', async () => {
    collector.status = 500
    expect((await send(world, envelope(dsn, event('x')))).status).toBe(200)
    collector.status = 302
    expect((await send(world, envelope(dsn, event('x')))).status).toBe(200)
    expect(collector.taken.map(({ path }) => path)).toEqual([
      '/api/42/envelope/?sentry_version=7&sentry_key=thekey',
      '/api/42/envelope/?sentry_version=7&sentry_key=thekey',
    ])
  })

  it('accepts thirty reports a minute from a page that fails in a loop', async () => {
    const answers: number[] = []
    for (let count = 0; count < 31; count += 1)
      answers.push((await send(world, envelope(dsn, event('x')), { address: '192.0.2.1' })).status)
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(answers[30]).toBe(429)
    expect((await send(world, envelope(dsn, event('x')), { address: '192.0.2.2' })).status).toBe(200)
  })
})

describe('without a collector', () => {
  it('shows the newest errors in the operators’ console, without personal data', async () => {
    const world = await createOperatorWorld()
    const app = createHttpApp(world.context, null)
    const report = async (value: string, url?: string) =>
      app.request(
        monitoringPath,
        {
          method: 'POST',
          body: envelope(ownDsn, event(value, url)),
          headers: { 'user-agent': browserOf },
        },
        { incoming: { socket: { remoteAddress: '203.0.113.1' } } },
      )
    expect((await report('first \0 one')).status).toBe(200)
    expect((await report('second', 'http://koyoi.example/chat/12345678#token')).status).toBe(200)
    const at = await world.signedIn()
    const { errors, isKept } = granted(await at.request('operatorClientErrors', {}))
    expect(isKept).toBe(true)
    expect(errors.map(({ type, message, place, device }) => ({ type, message, place, device }))).toEqual([
      { type: 'TypeError', message: 'second', place: '/chat/-', device: expect.stringContaining('Safari') },
      { type: 'TypeError', message: 'first  one', place: '/search', device: expect.stringContaining('iOS') },
    ])
    expect((await world.audit()).at(-1)).toMatchObject({ action: 'operatorClientErrors' })
    await world.close()
  })

  it('deletes the oldest errors', async () => {
    const world = await createTestWorld()
    const { db, sql } = world.database
    await sql`
      insert into client_error (received_at, type, message, place, frames, device)
      select now(), 'Error', 'old ' || n, '/', '{}', '' from generate_series(1, ${clientErrorsMax}) n`
    const report = { type: 'Error', message: 'new', place: '/', frames: [], device: '' }
    await storeClientError(db, { ...report, receivedAt: new Date() })
    const kept = await clientErrors(db)
    expect(kept).toHaveLength(clientErrorsMax)
    expect(kept[0]?.message).toBe('new')
    expect(kept.at(-1)?.message).toBe('old 2')
    expect(await sql`select 1 from client_error`).toHaveLength(clientErrorsMax)
    await world.close()
  })
})
