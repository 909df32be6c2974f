import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpListener } from '#server/app/http-listener.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { listenLocally } from '#test/helpers/listen-locally.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'

const lines: { level: string; event: string; path?: string }[] = []
const metrics = createMetrics()
let world: TestWorld
let server: Server
let port: number
beforeAll(async () => {
  world = await createTestWorld({ takeLine: (line) => lines.push(JSON.parse(line)) })
  server = createHttpServer()
  const context = { ...world.context, log: metrics.counting(world.context.log) }
  server.on('request', createHttpListener(context, null))
  port = await listenLocally(server)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await world.close()
})

/** Sends the head and a part of the body, and disconnects once the server has begun to handle the request. */
const breakOff = async (path: string, headers: string[], part: string) => {
  const socket = connect(port, '127.0.0.1')
  const begun = once(server, 'request')
  socket.write([`POST ${path} HTTP/1.1`, 'host: localhost', ...headers, '', part].join('\r\n'))
  await begun
  socket.destroy()
}

const form = ['content-type: application/x-www-form-urlencoded', 'content-length: 100']
const json = ['content-type: application/json', 'transfer-encoding: chunked']

it.each([
  ['the sign-in form', '/api/auth/callback/login', form, 'email=a'],
  ['chunked JSON of an endpoint', '/api/get-my-point', json, '1\r\n{\r\n'],
  ['a report of a page', '/monitoring', ['content-length: 100'], '{}'],
  ['a webhook', '/api/webhooks/sandbox', ['content-length: 100'], '{}'],
  ['what another node asks', '/api/node/media', ['content-length: 100'], '{}'],
])('%s that breaks off is no failure of the server, and is counted', async (_name, path, headers, part) => {
  lines.length = 0
  await breakOff(path, headers, part)
  await expect
    .poll(() => lines.map(({ event, path }) => ({ event, path })))
    .toEqual([{ event: 'request-cut-off', path }])
  expect(lines[0]).toMatchObject({ level: 'debug' })
  expect(JSON.stringify(lines)).not.toContain('stack')
  expect(await metrics.read({ ...world.context, countSockets: () => 0 })).toContain(
    'koyoi_log_lines_total{level="debug",event="request-cut-off"}',
  )
})
