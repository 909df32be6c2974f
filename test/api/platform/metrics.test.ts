import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import { handlers } from '#server/app/all-handlers.ts'
import { createHttpApp } from '#server/app/app.ts'
import { endpointGuards } from '#server/app/endpoint-access.ts'
import { startJobs } from '#server/app/jobs.ts'
import type { Context } from '#server/context.ts'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/lifecycle/log.ts'
import type { FiguresContext } from '#server/metrics/gauges.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { openMetricsServer } from '#server/metrics/metrics-server.ts'
import { placeHold } from '#server/points/ledger/ledger.ts'
import { checkLedgerNightly } from '#server/points/operator/jobs.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { buyerIn, confirmed } from '../orders/orders-world.ts'

let world: TestWorld
let scraped: FiguresContext & Context
beforeAll(async () => {
  world = await createTestWorld()
  scraped = { ...world.context, countSockets: () => 7 }
})
afterAll(() => world.close())

/** Each scrape reads new figures. */
const freshMetrics = () => createMetrics({ keptMs: 0 })

const figure = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

describe('a scrape', () => {
  it('tells of answers by endpoint and status, and contains no path, id or address', async () => {
    const metrics = freshMetrics()
    const context: Context = { ...world.context, metrics }
    const guard = endpointGuards(context, handlers).find(({ path }) => path === '/api/get-user-inf-for-web')
    const unknown = '99999999'
    await guard?.answer({
      cookie: undefined,
      read: () => ({ body: { userId: unknown } }),
      client: () => ({ address: '203.0.113.9', userAgent: '', isMobile: false, host: '' }),
    })
    const text = await metrics.read(scraped)
    expect(figure(text, 'koyoi_answer_seconds_count{endpoint="getUserInfForWeb",status="404"}')).toBe(1)
    // A measured value, like 0.2999999996, may contain the digits of an id, so the values are left out.
    const names = text.replaceAll(/ [^ \n]+$/gm, '')
    expect(names).not.toContain(unknown)
    expect(names).not.toContain('203.0.113.9')
    expect(names).not.toContain('get-user-inf-for-web')
  })

  it('counts calls by phase, over all processes', async () => {
    const metrics = freshMetrics()
    const before = figure(await metrics.read(scraped), 'koyoi_calls{phase="ringing"}')
    const caller = await world.caller(2_000)
    const broadcaster = await world.broadcaster()
    await caller.request('sendCallRequest', {
      callId: randomUUID(),
      partnerId: broadcaster.id,
      callType: 'video',
    })
    const text = await metrics.read(scraped)
    expect(figure(text, 'koyoi_calls{phase="ringing"}')).toBe((before ?? 0) + 1)
    expect(figure(text, 'koyoi_calls{phase="inCall"}')).toBe(0)
    expect(figure(text, 'koyoi_billing_lateness_seconds')).toBe(0)
    expect(figure(text, 'koyoi_mail_waiting_seconds')).toBe(0)
    expect(figure(text, 'koyoi_sms_waiting_seconds')).toBe(0)
    expect(figure(text, 'koyoi_up{part="database"}')).toBe(1)
  })

  it('leaves out the figures of a lost database, and reports that it is down', async () => {
    const metrics = freshMetrics()
    await metrics.read(scraped)
    await world.database.sql`alter table call rename to call_away`
    world.media.crash()
    const text = await metrics.read(scraped)
    await world.database.sql`alter table call_away rename to call`
    world.media.recover()
    expect(figure(text, 'koyoi_up{part="database"}')).toBe(0)
    expect(figure(text, 'koyoi_up{part="media"}')).toBe(0)
    expect(figure(text, 'koyoi_open_holds')).toBeUndefined()
    expect(figure(text, 'koyoi_open_orders{state="created"}')).toBeUndefined()
    expect(figure(text, 'koyoi_sockets')).toBe(7)
    expect(figure(text, 'koyoi_calls{phase="ringing"}')).toBeUndefined()
    expect(figure(text, 'koyoi_billing_lateness_seconds')).toBeUndefined()
  })

  it('reports which media process is down', async () => {
    const metrics = freshMetrics()
    world.media.loseSecondProcess()
    const text = await metrics.read(scraped)
    world.media.recover()
    expect(figure(text, 'koyoi_up{part="media"}')).toBe(1)
    expect(figure(text, 'koyoi_up{part="media-1"}')).toBe(1)
    expect(figure(text, 'koyoi_up{part="media-2"}')).toBe(0)
    expect(figure(await metrics.read(scraped), 'koyoi_up{part="media-2"}')).toBe(1)
  })

  it('reports the points in holds', async () => {
    const metrics = freshMetrics()
    const caller = await world.caller(1_000)
    const before = await metrics.read(scraped)
    const hold = await placeHold(world.database.db, {
      key: randomUUID(),
      memberId: caller.id,
      points: 300,
      validSeconds: 60,
    })
    const during = await metrics.read(scraped)
    const growth = (name: string, text: string) => (figure(text, name) ?? 0) - (figure(before, name) ?? 0)
    expect([growth('koyoi_open_holds', during), growth('koyoi_open_hold_points', during)]).toEqual([1, 300])
    if (isRefusal(hold)) throw new Error(hold.refused)
    await world.database.sql`select release_hold(${hold.holdId})`
    const after = await metrics.read(scraped)
    expect([growth('koyoi_open_holds', after), growth('koyoi_open_hold_points', after)]).toEqual([0, 0])
  })

  it('counts the open orders by state, with the age of the oldest', async () => {
    const metrics = freshMetrics()
    const caller = await buyerIn(world)
    expect(await caller.request('requestBankTransfer', confirmed('c1000'))).toMatchObject({ type: 'success' })
    await world.database.sql`
      update purchase_order set created_at = now() - interval '90 s' where member_id = ${caller.id}`
    const text = await metrics.read(scraped)
    expect(figure(text, 'koyoi_open_orders{state="created"}')).toBe(1)
    expect(figure(text, 'koyoi_open_order_oldest_seconds{state="created"}')).toBeCloseTo(90, 0)
    expect(figure(text, 'koyoi_open_orders{state="paying"}')).toBe(0)
    expect(figure(text, 'koyoi_open_order_oldest_seconds{state="paying"}')).toBe(0)
  })

  it('reports the result and time of the last ledger check', async () => {
    const metrics = freshMetrics()
    expect(figure(await metrics.read(scraped), 'koyoi_ledger_check_age_seconds')).toBeUndefined()
    await checkLedgerNightly(world.context)
    await world.database.sql`update operator_ledger_check set checked_at = now() - interval '30 h'`
    const text = await metrics.read(scraped)
    expect(figure(text, 'koyoi_ledger_check_defects')).toBe(0)
    expect(figure(text, 'koyoi_ledger_check_age_seconds')).toBeCloseTo(30 * 3_600, -1)
  })

  it('counts waiting and failed jobs by queue', async () => {
    const metrics = freshMetrics()
    const jobs = await startJobs(world.context, world.database.url)
    await jobs.stop()
    await world.database.sql`
      insert into jobs.job (name, start_after) values
        ('expire-lots', now() - interval '90 s'), ('expire-lots', now() + interval '1 h')`
    await world.database.sql`update jobs.queue set failed_count = 3 where name = 'checkpoint-due-days'`
    const text = await metrics.read(scraped)
    expect(figure(text, 'koyoi_jobs_waiting{queue="expire-lots"}')).toBe(1)
    expect(figure(text, 'koyoi_job_waiting_seconds{queue="expire-lots"}')).toBeCloseTo(90, 0)
    expect(figure(text, 'koyoi_jobs_failed{queue="checkpoint-due-days"}')).toBe(3)
    expect(figure(text, 'koyoi_jobs_waiting{queue="checkpoint-due-days"}')).toBe(0)
  })

  it('reports how busy the pool is', async () => {
    const metrics = freshMetrics()
    const small = openDatabase(world.database.url, { maxConnections: 1 })
    const pool = async () => {
      const text = await metrics.read({ ...scraped, sql: small.sql })
      return [figure(text, 'koyoi_database_pool_in_use'), figure(text, 'koyoi_database_pool_waiting')]
    }
    expect(await pool()).toEqual([0, 0])
    const lent = await small.sql.reserve()
    const second = small.sql.reserve()
    expect(await pool()).toEqual([1, 1])
    lent.release()
    ;(await second).release()
    expect(await pool()).toEqual([0, 0])
    await small.close()
  })

  it('reports the free space of the disk, or nothing where it is not known', async () => {
    const metrics = freshMetrics()
    const found = (freeDiskBytes: number | undefined) => ({
      ...scraped,
      healthWatch: {
        ...scraped.healthWatch,
        findings: () => ({ isWritable: true, isDiskFree: true, freeDiskBytes }),
      },
    })
    expect(figure(await metrics.read(found(5_000)), 'koyoi_disk_free_bytes')).toBe(5_000)
    expect(figure(await metrics.read(found(undefined)), 'koyoi_disk_free_bytes')).toBeUndefined()
  })

  it('queries the database once for simultaneous scrapes', async () => {
    const metrics = createMetrics()
    const busiest = vi.fn<() => number>(() => 0)
    const context = { ...scraped, countSockets: busiest }
    await Promise.all(Array.from({ length: 20 }, () => metrics.read(context)))
    expect(busiest).toHaveBeenCalledTimes(1)
  })

  it('times sign-in, uploads, media signalling and webhooks by a few fixed names', async () => {
    const metrics = freshMetrics()
    const app = createHttpApp({ ...scraped, metrics }, null)
    const request = (path: string, init?: RequestInit) =>
      app.request(path, init, { incoming: { socket: { remoteAddress: '203.0.113.7' } } })
    await request('/api/auth/csrf')
    await request(`/api/media/whip/${randomUUID()}`, { method: 'POST' })
    await request(`/api/media/whep/${randomUUID()}`, { method: 'POST' })
    await request('/api/upload-image', { method: 'POST' })
    await request('/api/webhooks/square', { method: 'POST' })
    await request('/api/auth/callback/login', { method: 'POST' })
    await request('/api/auth/send-phone-auth-code', { method: 'POST' })
    const text = await metrics.read(scraped)
    const timed = text.match(/(?<=koyoi_answer_seconds_count\{)[^}]*(?=\} 1)/g)
    expect(timed?.toSorted()).toEqual([
      'endpoint="authCsrf",status="200"',
      expect.stringContaining('endpoint="authLogin"'),
      'endpoint="mediaWhep",status="401"',
      'endpoint="mediaWhip",status="401"',
      'endpoint="sendPhoneAuthCode",status="401"',
      'endpoint="uploadImage",status="401"',
      expect.stringContaining('endpoint="webhookSquare"'),
    ])
  })

  it('counts the lines of the log by their event', async () => {
    const metrics = freshMetrics()
    const lines: string[] = []
    const log = metrics.counting(createLog('info', (line) => lines.push(line) > 0))
    log.error('call-card-lost', { callId: 'one' })
    log.error('call-card-lost', { callId: 'two' })
    expect(lines).toHaveLength(2)
    const text = await metrics.read(scraped)
    expect(figure(text, 'koyoi_log_lines_total{level="error",event="call-card-lost"}')).toBe(2)
  })

  it('is served on a port of its own, and nothing else is', async () => {
    const metrics = freshMetrics()
    const server = await openMetricsServer(scraped, metrics, { port: 0, host: '127.0.0.1' })
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
    const answer = await at('/metrics')
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(await answer.text()).toContain('koyoi_up{part="database"} 1')
    expect((await at('/api/health')).status).toBe(404)
    expect((await at('/metrics', { method: 'POST' })).status).toBe(404)
    await expect(
      openMetricsServer(scraped, metrics, { port: server.port, host: '127.0.0.1' }),
    ).rejects.toThrow(`設定 METRICS_PORT の ${server.port} 番`)
    await server.close()
    expect((await world.request('/metrics')).status).toBe(404)
  })
})
