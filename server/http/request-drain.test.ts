import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createRequestDrain } from './request-drain.ts'

const boundMs = 10_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A server with one request in progress. */
const busyServer = async () => {
  const http = createServer()
  const drain = createRequestDrain(http)
  const arrived = Promise.withResolvers<ServerResponse>()
  http.on(
    'request',
    drain.follow((_request, response) => arrived.resolve(response)),
  )
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => drain.cut())
  const answer = fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  // A test that cuts the connection doesn't read the answer.
  answer.catch(() => undefined)
  const response = await arrived.promise
  const finished = vi.fn<() => void>()
  const finishing = drain.finish(boundMs).then(finished)
  return { http, drain, answer, response, finished, finishing }
}

it('finishes when the request in progress has its answer, and not before', async () => {
  const { answer, response, finished, finishing } = await busyServer()
  await vi.advanceTimersByTimeAsync(boundMs - 1)
  expect(finished).not.toHaveBeenCalled()
  response.end('done')
  expect(await (await answer).text()).toBe('done')
  await finishing
})

it('waits for no request longer than the bound', async () => {
  const { http, drain, answer, finishing } = await busyServer()
  await vi.advanceTimersByTimeAsync(boundMs)
  await finishing
  drain.cut()
  await expect(answer).rejects.toThrow()
  if (http.listening) throw new Error('the port is still open')
})
