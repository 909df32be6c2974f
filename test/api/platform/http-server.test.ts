import type { Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpListener } from '#server/app/http-listener.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { listenLocally } from '#test/helpers/listen-locally.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
let server: Server
let port: number
beforeAll(async () => {
  world = await createTestWorld()
  server = createHttpServer({ headersMs: 200, requestMs: 400, checkEveryMs: 50 })
  server.on('request', createHttpListener(world.context, null))
  port = await listenLocally(server)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await world.close()
})

/** Sends this and nothing more. @returns the answer until the server closes */
const answerTo = async (sent: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(sent)
  return text(socket)
}

const head = (lines: string[]) => `${[...lines, 'host: localhost'].join('\r\n')}\r\n`

describe('a request that never ends', () => {
  it.each([
    ['in its headers', head(['GET / HTTP/1.1'])],
    [
      'in its body',
      `${head(['POST /api/get-my-point HTTP/1.1', 'content-type: application/json', 'content-length: 9'])}\r\n{`,
    ],
    ['in a picture', `${head(['POST /api/upload-image HTTP/1.1', 'content-length: 999'])}\r\nx`],
  ])('%s is given up', async (_name, sent) => {
    expect(await answerTo(sent)).toMatch(/^HTTP\/1\.1 (408|401) /)
  })

  it('is given up in production as well, after a time that suffices for a bad line', () => {
    const { headersTimeout, requestTimeout, maxHeadersCount } = createHttpServer()
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 15_000, requestTimeout: 90_000 })
    expect(maxHeadersCount ?? 2_000).toBeLessThanOrEqual(2_000)
  })
})

it('endless headers are refused', async () => {
  const answer = await answerTo(`${head(['GET / HTTP/1.1', `x: ${'x'.repeat(20_000)}`])}\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
})

describe.each(['/', '/api/get-my-point', '/api/auth/session', '/api/nothing-here', '/monitoring'])(
  '%s',
  (path) => {
    it.each(['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])(
      'does nothing for %s',
      async (method) => {
        const answer = await answerTo(
          `${head([`${method} ${path} HTTP/1.1`, 'connection: close', 'cookie: a=secret', 'origin: https://elsewhere.example'])}\r\n`,
        )
        expect(answer).toMatch(/^HTTP\/1\.1 (400|403|404|405) /)
        // TRACE would return the cookie to a script; OPTIONS would allow requests of another site.
        expect(answer).not.toMatch(/secret|access-control-|^(server|x-powered-by):/im)
        expect(answer).toMatch(/^x-content-type-options: nosniff/im)
        expect(answer).toMatch(/^content-type: /im)
      },
    )
  },
)
