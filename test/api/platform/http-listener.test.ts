import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { createHttpListener } from '#server/app/http-listener.ts'
import { listenLocally } from '#test/helpers/listen-locally.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
let server: Server
let port: number
let caller: Person

beforeAll(async () => {
  world = await createTestWorld()
  caller = await world.caller()
  server = createServer(createHttpListener(world.context, null))
  port = await listenLocally(server)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await world.close()
})

const overTheWire = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)

/** What both paths must agree on: status, body, and every header except those of a connection. */
const facts = async (answer: Response) => {
  const headers = [...answer.headers].filter(
    ([name]) => !['connection', 'keep-alive', 'date', 'content-length'].includes(name),
  )
  return { status: answer.status, headers: Object.fromEntries(headers), body: await answer.text() }
}

const json = { 'content-type': 'application/json' }
const postEndpoints = Object.values<EndpointSpec>(endpoints).filter(({ method }) => method === 'POST')
const oddities: [string, string, RequestInit][] = [
  ['a good poll', '/api/check-incoming-call', { body: '{}' }],
  ['a poll with nothing in it', '/api/get-my-point', { body: '' }],
  ['unfinished JSON', '/api/get-call', { body: '{"callId":' }],
  ['a missing field', '/api/get-call', { body: '{}' }],
  ['a refusal of the handler', '/api/get-call', { body: `{"callId":"${crypto.randomUUID()}"}` }],
  ['no JSON by its type', '/api/get-my-point', { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ['a body that is too large', '/api/get-call', { body: `"${'x'.repeat(70_000)}"` }],
  ['another site', '/api/get-my-point', { body: '{}', headers: { origin: 'https://elsewhere.example' } }],
  ['an origin that is none', '/api/get-my-point', { body: '{}', headers: { origin: 'null' } }],
  ['a query', '/api/get-my-point?x=1', { body: '{}' }],
  ['a path with an end too many', '/api/get-my-point/', { body: '{}' }],
  ['another method', '/api/get-my-point', { method: 'PUT', body: '{}' }],
  ['letters of three bytes', '/api/get-recommended-users', { body: '{"x":"今宵"}' }],
]

describe('the listener', () => {
  it.each(oddities)('answers %s as the app does', async (_name, path, init) => {
    const options = { method: 'POST', ...init, headers: { ...json, cookie: caller.cookie, ...init.headers } }
    const overWire = await facts(await overTheWire(path, options))
    expect(overWire).toEqual(await facts(await world.request(path, options)))
    expect(overWire.headers['x-frame-options']).toBe('DENY')
  })

  it.each(Object.values<EndpointSpec>(endpoints))('names the method of $path', async ({ method, path }) => {
    for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => one !== method)) {
      const answer = await overTheWire(path, { method: wrong, headers: { cookie: caller.cookie } })
      expect([answer.status, answer.headers.get('allow')]).toEqual([
        405,
        method === 'GET' ? 'GET, HEAD' : method,
      ])
      expect(await answer.json()).toMatchObject({ code: 'methodNotAllowed' })
    }
  })

  it.each(postEndpoints.map(({ path }) => path))('refuses a visitor at %s as the app does', async (path) => {
    const options = { method: 'POST', body: '{}', headers: json }
    const throughApp = await world.request(path, options, '127.0.0.1')
    expect(await facts(await overTheWire(path, options))).toEqual(await facts(throughApp))
  })

  it('accepts a body that comes in pieces, without a length', async () => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{'))
        controller.enqueue(new TextEncoder().encode('}'))
        controller.close()
      },
    })
    const headers = { ...json, cookie: caller.cookie }
    const answer = await overTheWire('/api/get-my-point', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
    expect(await answer.json()).toMatchObject({ type: 'success' })
  })

  it('accepts cookies in two headers', async () => {
    const options = request(`http://127.0.0.1:${port}/api/get-my-point`, {
      method: 'POST',
      headers: { ...json, cookie: ['theme=dark', caller.cookie], 'content-length': '2' },
    })
    options.end('{}')
    const [answer] = await once(options, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(200)
  })

  it('says nothing of its inside when it breaks, and logs it', async () => {
    await world.database.sql`alter table member_state rename to member_state_away`
    const answer = await overTheWire('/api/get-user-inf-for-web', {
      method: 'POST',
      body: JSON.stringify({ userId: caller.id }),
      headers: { ...json, cookie: caller.cookie },
    })
    await world.database.sql`alter table member_state_away rename to member_state`
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ code: 'serverFailure' })
  })

  it('goes on after a request that broke off in its body', async () => {
    const socket = connect(port, '127.0.0.1')
    const head = `POST /api/get-my-point HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncookie: ${caller.cookie}\r\ncontent-length: 20\r\n\r\n{"a"`
    await once(socket, 'connect')
    await new Promise((resolve) => socket.write(head, resolve))
    socket.destroy()
    await once(socket, 'close')
    const answer = await overTheWire('/api/get-my-point', {
      method: 'POST',
      body: '{}',
      headers: { ...json, cookie: caller.cookie },
    })
    expect(answer.status).toBe(200)
  })
})
