import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../server/context.ts'
import { handlers } from '../../server/http/all-handlers.ts'
import { endpointDoors } from '../../server/http/endpoint-doors.ts'
import { createLog } from '../../server/log.ts'
import { createMetrics } from '../../server/metrics/metrics.ts'
import { openMetricsServer } from '../../server/metrics/metrics-server.ts'
import { createTestWorld, type TestWorld } from '../helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const figure = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

describe('a scrape', () => {
  it('tells of answers by endpoint and status, and of no path, id or address', async () => {
    const metrics = createMetrics()
    const context: Context = { ...world.context, metrics }
    const door = endpointDoors(context, handlers).find(({ path }) => path === '/api/get-user-inf-for-web')
    const unknown = '99999999'
    await door?.answer({
      cookie: undefined,
      read: () => ({ body: { userId: unknown } }),
      client: () => ({ address: '203.0.113.9', userAgent: '', isMobile: false, host: '' }),
    })
    const text = await metrics.read(context)
    expect(figure(text, 'koyoi_answer_seconds_count{endpoint="getUserInfForWeb",status="404"}')).toBe(1)
    expect(text).not.toContain(unknown)
    expect(text).not.toContain('203.0.113.9')
    expect(text).not.toContain('get-user-inf-for-web')
  })

  it('tells how many calls run and in which phase, over all processes', async () => {
    const metrics = createMetrics()
    const before = figure(await metrics.read(world.context), 'koyoi_calls{phase="ringing"}')
    const he = await world.caller(2_000)
    const she = await world.broadcaster()
    await he.ask('sendCallRequest', { callId: randomUUID(), partnerId: she.id, callType: 'video' })
    const text = await metrics.read(world.context)
    expect(figure(text, 'koyoi_calls{phase="ringing"}')).toBe((before ?? 0) + 1)
    expect(figure(text, 'koyoi_calls{phase="inCall"}')).toBe(0)
    expect(figure(text, 'koyoi_billing_lateness_seconds')).toBe(0)
    expect(figure(text, 'koyoi_mail_waiting_seconds')).toBe(0)
    expect(figure(text, 'koyoi_sms_waiting_seconds')).toBe(0)
    expect(figure(text, 'koyoi_up{part="database"}')).toBe(1)
  })

  it('leaves out what a lost database can not tell, and says that it is down', async () => {
    const metrics = createMetrics()
    await metrics.read(world.context)
    await world.database.sql`alter table call rename to call_away`
    world.media.crash()
    const text = await metrics.read(world.context)
    await world.database.sql`alter table call_away rename to call`
    world.media.recover()
    expect(figure(text, 'koyoi_up{part="database"}')).toBe(0)
    expect(figure(text, 'koyoi_up{part="media"}')).toBe(0)
    expect(figure(text, 'koyoi_calls{phase="ringing"}')).toBeUndefined()
    expect(figure(text, 'koyoi_billing_lateness_seconds')).toBeUndefined()
  })

  it('counts the lines of the log by their event', async () => {
    const metrics = createMetrics()
    const lines: string[] = []
    const log = metrics.counting(createLog('info', (line) => lines.push(line) > 0))
    log.error('call-card-lost', { callId: 'one' })
    log.error('call-card-lost', { callId: 'two' })
    expect(lines).toHaveLength(2)
    const text = await metrics.read(world.context)
    expect(figure(text, 'koyoi_log_lines_total{level="error",event="call-card-lost"}')).toBe(2)
  })

  it('is served on a port of its own, and nothing else is', async () => {
    const metrics = createMetrics()
    const server = await openMetricsServer(world.context, metrics, { port: 0, host: '127.0.0.1' })
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
    const answer = await at('/metrics')
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(await answer.text()).toContain('koyoi_up{part="database"} 1')
    expect((await at('/api/health')).status).toBe(404)
    expect((await at('/metrics', { method: 'POST' })).status).toBe(404)
    await expect(
      openMetricsServer(world.context, metrics, { port: server.port, host: '127.0.0.1' }),
    ).rejects.toThrow(`設定 METRICS_PORT の ${server.port} 番`)
    await server.close()
    expect((await world.request('/metrics')).status).toBe(404)
  })
})
