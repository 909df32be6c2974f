import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failureMessage } from '#contract/core/client.ts'
import { type AuthClient, createAuthClient } from './auth-client.ts'

const session = {
  user: { id: '20148357', token: 'token', name: '太郎', isFirstRegister: false },
  expires: '2026-12-20T12:00:00.000Z',
}
const page = 'http://localhost/my-page'

/** A stand-in for the server: its answers by path, and its requests. */
interface FakeServer {
  answers: Record<string, () => Response | Promise<Response>>
  reading: string[]
}

let server: FakeServer
let document: EventTarget & { visibilityState: string }
const stops: (() => void)[] = []

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  server = {
    reading: [],
    answers: {
      'GET session': json({}),
      'GET csrf': json({ csrfToken: 'c5f' }),
      'POST callback/login': json({ url: page }),
      'POST signout': json({ url: 'http://localhost/' }),
      'POST session': json(session),
    },
  }
  document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { href: page })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = `${init.method ?? 'GET'} ${url.replace('/api/auth/', '')}`
    server.reading.push(path)
    return server.answers[path]?.() ?? new Response(null, { status: 404 })
  })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const visited: string[] = []
const open = (known?: typeof session | null): AuthClient => {
  visited.length = 0
  const client = createAuthClient((url) => visited.push(url))
  client.seed(known)
  stops.push(client.start())
  return client
}
const credentials = { email: 'taro@example.jp', password: 'himitsu', redirect: false }
const becomes = (client: AuthClient, status: string) =>
  vi.waitFor(() => expect(client.state().status).toBe(status))
const lookAgain = () => document.dispatchEvent(new Event('visibilitychange'))

describe('the initial session of the page', () => {
  it('is known at once, without a question', () => {
    expect(open(session).state()).toEqual({ status: 'authenticated', data: session })
    expect(open(null).state()).toEqual({ status: 'unauthenticated', data: null })
    expect(server.reading).toEqual([])
  })

  it('is fetched when the page came without one', async () => {
    server.answers['GET session'] = json(session)
    const client = open()
    expect(client.state().status).toBe('loading')
    await becomes(client, 'authenticated')
  })
})

describe('without an answer', () => {
  const failures: [name: string, answer: () => Response | Promise<Response>][] = [
    ['no network', offline],
    ['a page instead of JSON', () => new Response('<h1>502</h1>', { status: 502 })],
    ['a 500', json({ type: 'error', message: 'x' }, 500)],
    ['nonsense', json(['x'])],
    ['an address that is none', json({ url: 'http://' })],
  ]

  it.each(failures)('nothing throws: %s', async (_name, answer) => {
    for (const path of Object.keys(server.answers)) server.answers[path] = answer
    const client = open(session)
    expect(await client.getSession()).toBeNull()
    expect(await client.signIn('login', credentials)).toMatchObject({
      error: failureMessage,
      ok: false,
      url: null,
    })
    expect(await client.signOut()).toEqual({ ok: false, url: null })
    expect(await client.updateSession({ type: 'oneTapLogin' })).toBeNull()
    expect(visited).toEqual([])
  })

  it('after the CSRF token the same holds', async () => {
    server.answers['POST callback/login'] = offline
    server.answers['POST signout'] = offline
    server.answers['POST session'] = offline
    const client = open(session)
    expect(await client.signIn('login', credentials)).toEqual({
      error: failureMessage,
      status: 0,
      ok: false,
      url: null,
    })
    expect(await client.signOut()).toEqual({ ok: false, url: null })
    expect(await client.updateSession({ type: 'oneTapLogin' })).toBeNull()
    expect(client.state().status).toBe('authenticated')
  })

  it('does not sign out', async () => {
    server.answers['GET session'] = offline
    const client = open(session)
    lookAgain()
    await client.getSession()
    expect(client.state()).toEqual({ status: 'authenticated', data: session })
  })

  it('treats a page without an initial session as a visitor’s', async () => {
    server.answers['GET session'] = offline
    await becomes(open(), 'unauthenticated')
  })

  it('gives up after 10 s', async () => {
    const signal = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal.signal)
    vi.stubGlobal(
      'fetch',
      (_url: string, init: RequestInit) =>
        new Promise((_resolve, reject) =>
          init.signal?.addEventListener('abort', () => reject(new Error('timeout'))),
        ),
    )
    const client = open(null)
    const answer = client.signIn('login', credentials)
    expect(timeout).toHaveBeenCalledWith(10_000)
    signal.abort()
    expect(await answer).toMatchObject({ error: failureMessage })
  })
})

describe('signing in', () => {
  it('shows the server s own sentence', async () => {
    const error = 'すでに登録されています'
    server.answers['POST callback/register'] = json(
      { url: `http://localhost/api/auth/error?error=${encodeURIComponent(error)}` },
      401,
    )
    const client = open(null)
    expect(await client.signIn('register', { name: 'みなと' })).toEqual({
      error,
      status: 401,
      ok: false,
      url: null,
    })
    expect(visited).toEqual([])
  })

  it('reports a browser without cookies', async () => {
    server.answers['POST callback/login'] = json({ url: 'http://localhost/api/auth/signin?csrf=true' })
    const answer = await open(null).signIn('login', credentials)
    expect(answer).toMatchObject({ ok: false, error: 'ブラウザのCookieを有効にしてからお試しください。' })
  })

  it('knows the session before it answers, and navigates when it should', async () => {
    const client = open(null)
    server.answers['GET session'] = json(session)
    await client.signIn('login', { ...credentials, redirect: true })
    expect(client.state()).toEqual({ status: 'authenticated', data: session })
    expect(visited).toEqual([page])
  })
})

describe('signing in elsewhere', () => {
  const began = (url: string) => {
    server.answers['POST signin/google'] = json({ url })
    return open(null).signIn('google', { callbackUrl: '/' })
  }

  it('leaves for the provider, and knows nothing of a session yet', async () => {
    expect(await began('https://accounts.google.com/o/oauth2/v2/auth?state=a')).toMatchObject({ ok: true })
    expect(visited).toEqual(['https://accounts.google.com/o/oauth2/v2/auth?state=a'])
    expect(server.reading).toEqual(['GET csrf', 'POST signin/google'])
  })

  it.each([
    ['http://localhost/api/auth/error?error=OAuthSignin', 'OAuthSignin'],
    ['http://localhost/api/auth/signin', failureMessage],
    ['http://localhost/api/auth/signin?csrf=true', 'ブラウザのCookieを有効にしてからお試しください。'],
  ])('stays where the answer is %s', async (url, error) => {
    expect(await began(url)).toMatchObject({ ok: false, error, url: null })
    expect(visited).toEqual([])
  })
})

describe('over time and tabs', () => {
  it('fetches the session when a member returns to the tab, and not for a visitor', async () => {
    const client = open(session)
    document.visibilityState = 'hidden'
    lookAgain()
    expect(server.reading).toEqual([])
    document.visibilityState = 'visible'
    lookAgain()
    await becomes(client, 'unauthenticated')
    lookAgain()
    expect(server.reading).toEqual(['GET session'])
  })

  it('lets the other tabs follow', async () => {
    const [here, there] = [open(session), open(session)]
    await here.signOut({ callbackUrl: '/' })
    expect(here.state().status).toBe('unauthenticated')
    await becomes(there, 'unauthenticated')
    server.answers['GET session'] = json(session)
    await here.signIn('login', credentials)
    await becomes(there, 'authenticated')
  })

  it('never overwrites a newer answer with a slow one', async () => {
    const slow = Promise.withResolvers<Response>()
    const client = open(session)
    server.answers['GET session'] = () => slow.promise
    const reading = client.getSession()
    await client.signOut()
    slow.resolve(Response.json(session))
    await reading
    expect(client.state().status).toBe('unauthenticated')
  })

  it('ignores other tabs once it is stopped', () => {
    open(session)
    stops.splice(0).forEach((stop) => {
      stop()
    })
    lookAgain()
    expect(server.reading).toEqual([])
  })
})
