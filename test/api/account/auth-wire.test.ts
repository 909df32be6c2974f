import { createAdaptorServer } from '@hono/node-server'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpApp } from '#server/app/app.ts'
import {
  type AuthWorld,
  type Browser,
  createAuthWorld,
  createBrowser,
  origin,
  registrationForm,
  signInForm,
  taro,
} from './auth-world.ts'

let world: AuthWorld

beforeAll(async () => {
  world = await createAuthWorld()
})
afterAll(() => world.close())

describe('where v4 fails, our server answers', () => {
  it('sends a Japanese error text through the error page, encoded', async () => {
    const browser = world.browser()
    const { csrfToken } = (await (await browser.fetch('/api/auth/csrf')).json()) as { csrfToken: string }
    const failed = await browser.fetch('/api/auth/callback/register', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, name: '' }),
    })
    const toErrorPage = failed.headers.get('location') ?? ''
    const toSignIn = (await browser.fetch(toErrorPage)).headers.get('location') ?? ''
    expect(toErrorPage).toMatch(/^[\x21-\x7e]+$/)
    expect(toSignIn).toMatch(/^\/login\?error=[\x21-\x7e]+$/)
    expect(new URL(toSignIn, origin).searchParams.get('error')).toBe('名前は1文字以上で入力してください。')
  })

  it.each([
    'http://',
    'not an address',
    'https://[',
    '\\\\evil.example',
    'blob:http://localhost/1',
    'javascript:alert(1)',
  ])('ignores the callback URL %s', async (callbackUrl) => {
    const browser = world.browser()
    const page = await browser.fetch(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`)
    expect(page.status).toBe(302)
    expect(page.headers.get('location')).toBe(`/login?${new URLSearchParams({ callbackUrl: origin })}`)
    browser.cookies.set('next-auth.callback-url', encodeURIComponent(callbackUrl))
    const answer = await browser.post('/api/auth/signout', { callbackUrl })
    expect(answer).toEqual({ status: 200, url: new URL(origin) })
  })

  it.each([
    ['malformed JSON', '{"csrfToken":', 400, 'malformedBody'],
    ['a body beyond all credentials', `"${'x'.repeat(20_000)}"`, 413, 'bodyTooLarge'],
  ])('refuses %s', async (_name, body, status, code) => {
    const headers = { 'content-type': 'application/json' }
    const response = await world
      .browser()
      .fetch('/api/auth/callback/login', { method: 'POST', headers, body })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ type: 'error', code })
  })

  it.each([
    ['[1]'],
    ['null'],
    ['"text"'],
    ['{"callbackUrl":{"a":1},"csrfToken":["x"],"email":{},"json":"true"}'],
  ])('survives the body %s', async (body) => {
    const headers = { 'content-type': 'application/json' }
    for (const action of [
      'callback/login',
      'callback/register',
      'signin/login',
      'signout',
      'session',
      '_log',
    ]) {
      const response = await world.browser().fetch(`/api/auth/${action}`, { method: 'POST', headers, body })
      expect(response.status, action).toBeLessThan(500)
    }
  })

  it('answers a GET of a credentials callback with 400, not 500', async () => {
    expect((await world.browser().fetch('/api/auth/callback/login')).status).toBe(400)
  })

  it('answers unknown paths beside the wire as the API does', async () => {
    const response = await world.browser().fetch('/api/auth')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ type: 'error', code: 'unknownPath' })
  })
})

describe('the origin', () => {
  it('does not come from forwarded headers', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    const response = await world.browser().fetch('/api/auth/providers', { headers })
    expect(await response.json()).toMatchObject({ login: { signinUrl: `${origin}/api/auth/signin/login` } })
  })

  it('protects: a request from another site with our cookies is refused', async () => {
    const browser = world.browser()
    const { csrfToken } = (await (await browser.fetch('/api/auth/csrf')).json()) as { csrfToken: string }
    const body = () => new URLSearchParams({ ...signInForm(), csrfToken, json: 'true' })
    const fromElsewhere = await browser.fetch('/api/auth/callback/login', {
      method: 'POST',
      body: body(),
      headers: { origin: 'https://evil.example' },
    })
    expect(fromElsewhere.status).toBe(403)
    const crossSite = await browser.fetch('/api/auth/callback/login', {
      method: 'POST',
      body: body(),
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(await crossSite.json()).toEqual({ url: `${origin}/api/auth/signin?csrf=true` })
    expect(await browser.session()).toEqual({})
  })

  it('under an https PUBLIC_URL uses v4’s protected cookie names and that origin', async () => {
    const secure = await createAuthWorld({ PUBLIC_URL: 'https://koyoi.example' })
    try {
      const browser = createBrowser(secure.serve, 'http://10.0.0.5:3000')
      const answer = await browser.post('/api/auth/callback/register', registrationForm('みなと'))
      expect(answer).toEqual({ status: 200, url: new URL('https://koyoi.example/') })
      expect([...browser.cookies.keys()].sort()).toEqual([
        '__Host-koyoi.device',
        '__Host-next-auth.csrf-token',
        '__Secure-next-auth.callback-url',
        '__Secure-next-auth.session-token',
      ])
      expect(await browser.session()).toMatchObject({ user: { name: 'みなと' } })
      const lines = (await browser.fetch('/api/auth/session')).headers.getSetCookie()
      expect(lines.every((line) => /; Secure/.test(line) && /; HttpOnly/.test(line))).toBe(true)
    } finally {
      await secure.close()
    }
  })
})

describe('_log', () => {
  const report = (browser: Browser, fields: Record<string, string>) =>
    browser.fetch('/api/auth/_log', { method: 'POST', body: new URLSearchParams(fields) })
  const reported = () => world.logged.filter((line) => line.includes('"auth-client"'))

  it('logs the code and nothing else, a few lines a minute', async () => {
    const browser = world.browser('203.0.113.99')
    const before = reported().length
    await report(browser, { code: 'CLIENT_FETCH_ERROR', message: '秘密', url: 'https://evil.example' })
    await report(browser, { code: 'not a code\nforged line' })
    expect(reported().slice(before)).toHaveLength(1)
    expect(reported().at(-1)).toContain('CLIENT_FETCH_ERROR')
    expect(reported().at(-1)).not.toContain('秘密')
    for (let index = 0; index < 30; index += 1)
      expect((await report(browser, { code: 'FLOOD' })).status).toBe(200)
    expect(reported().slice(before)).toHaveLength(10)
    world.clock.nowMs += 60_000
    await report(browser, { code: 'LATER' })
    expect(reported().slice(before)).toHaveLength(11)
  })
})

it('stays on the origin, whatever the callback URL', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '%0d%0a',
      '\r\n',
      '\t',
      'https:',
      'blob:',
      'evil.example',
      origin,
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const callbackUrls = fc.oneof(
    fc.webUrl(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  )
  const property = fc.asyncProperty(callbackUrls, async (callbackUrl) => {
    const browser = world.browser()
    const page = await browser.fetch(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`)
    expect(page.status).toBe(302)
    const to = new URL(page.headers.get('location') ?? '', origin)
    expect([to.origin, to.pathname]).toEqual([origin, '/login'])
    expect(new URL(to.searchParams.get('callbackUrl') ?? '').origin).toBe(origin)
    const { status, url } = await browser.post('/api/auth/signout', { callbackUrl })
    expect([status, url.protocol, url.origin]).toEqual([200, 'http:', origin])
    const left = await browser.fetch('/api/auth/signin')
    expect(new URL(left.headers.get('location') ?? '', origin).origin).toBe(origin)
  })
  await fc.assert(property, { numRuns: 300 })
})

describe('over a real socket', () => {
  let server: ReturnType<typeof createAdaptorServer>
  let address = ''

  beforeAll(async () => {
    server = createAdaptorServer({ fetch: createHttpApp(world.context, null).fetch })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const bound = server.address()
    if (typeof bound === 'string' || !bound) throw new Error('not listening')
    address = `http://127.0.0.1:${bound.port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('signs in, with the origin of the Host header', async () => {
    const browser = createBrowser((request) => fetch(request, { redirect: 'manual' }), address)
    expect(await browser.post('/api/auth/callback/login', signInForm())).toEqual({
      status: 200,
      url: new URL(`${address}/`),
    })
    expect(await browser.session()).toMatchObject({ user: { id: taro.id } })
  })

  it('stops reading a body that has no end', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > 10_000) controller.close()
        else controller.enqueue(new Uint8Array(1_024).fill(97))
      },
    })
    const response = await fetch(`${address}/api/auth/_log`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    } as RequestInit)
    expect(response.status).toBe(413)
    await response.body?.cancel()
  })
})
