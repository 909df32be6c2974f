import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pointsEndpoints } from '#contract/points/points.ts'
import { call, failureMessage, isFailure, requestTimeoutMs } from './client.ts'

const answers = (body: BodyInit | null, status = 200, type = 'application/json') =>
  vi.fn<typeof fetch>(async () => new Response(body, { status, headers: { 'content-type': type } }))

const request = () => call(pointsEndpoints.getMyPoint, {})
const failure = { type: 'error', code: 'serverFailure', message: failureMessage }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('call', () => {
  it('posts JSON to the endpoint and answers its output', async () => {
    const fetched = answers('{"type":"success","point":5}')
    vi.stubGlobal('fetch', fetched)
    expect(await request()).toEqual({ type: 'success', point: 5 })
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/get-my-point')
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
  })

  it("answers a refusal with the server's own sentence", async () => {
    vi.stubGlobal(
      'fetch',
      answers('{"type":"error","code":"notLoggedIn","message":"ログインしていません"}', 401),
    )
    const answer = await request()
    expect(answer).toEqual({ type: 'error', code: 'notLoggedIn', message: 'ログインしていません' })
    expect(isFailure(answer)).toBe(true)
  })

  it.each([
    ['a 5xx, whatever it says', answers('{"type":"error","code":"notReady","message":"準備中です。"}', 503)],
    ['an answer that is no JSON', answers('<html>', 200, 'text/html')],
    ['a 4xx that is not ours', answers('"no"', 404)],
    ['a 200 that is null', answers('null')],
    ['a 200 that is a list', answers('[]')],
    ['a 200 that is a word', answers('"ok"')],
    [
      'a network that is away',
      vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('fetch failed'))),
    ],
  ])('turns %s into サーバーとの通信に失敗しました', async (_name, fetched) => {
    vi.stubGlobal('fetch', fetched)
    expect(await request()).toEqual(failure)
  })

  it('gives up after 10 s', async () => {
    expect(requestTimeoutMs).toBe(10_000)
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), ms)
      return controller.signal
    })
    const hangs = vi.fn<typeof fetch>(
      (_input, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    )
    vi.stubGlobal('fetch', hangs)
    let answer: unknown
    const requested = request().then((given) => {
      answer = given
    })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await requested
    expect(answer).toEqual(failure)
    timeout.mockRestore()
  })
})
