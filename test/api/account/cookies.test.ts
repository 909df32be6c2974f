import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { createHttpApp } from '#server/app/app.ts'
import { builtPages } from '#server/app/web-pages.ts'
import { googleClient, openGoogleStandIn } from '#test/helpers/stand-ins/google-stand-in.ts'
import { createOperatorWorld, type OperatorWorld } from '../operators/operator-world.ts'
import { type Browser, createBrowser, registrationForm } from './auth-world.ts'

interface BuiltProduct {
  world: OperatorWorld
  /** Every Set-Cookie so far. */
  set: string[]
  browser(): Browser
  close(): Promise<void>
}

const page = '<!doctype html><html><head></head><body>今宵</body></html>'

/** The product with built pages, next to a file that must not be served. */
const openProduct = async (publicUrl: string): Promise<BuiltProduct> => {
  const google = await openGoogleStandIn()
  const world = await createOperatorWorld({
    PUBLIC_URL: publicUrl,
    GOOGLE_CLIENT_ID: googleClient.id,
    GOOGLE_CLIENT_SECRET: googleClient.secret,
    GOOGLE_ISSUER: google.issuer,
  })
  const around = await mkdtemp(path.join(tmpdir(), 'koyoi-pages-'))
  const folder = path.join(around, 'web')
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'index.html'), page)
  await writeFile(path.join(folder, 'assets', 'main.js'), 'export {}')
  await writeFile(path.join(around, 'secret.txt'), 'secret')
  const app = createHttpApp(world.context, await builtPages(world.context, folder))
  const set: string[] = []
  const serve = async (request: Request, address: string) => {
    const response = await app.request(request, {}, { incoming: { socket: { remoteAddress: address } } })
    set.push(...response.headers.getSetCookie())
    return response
  }
  return {
    world,
    set,
    browser: () => createBrowser(serve, publicUrl),
    close: async () => {
      await world.close()
      await google.close()
      await rm(around, { recursive: true })
    },
  }
}

const send = (browser: Browser, name: keyof typeof endpoints, input: object = {}) =>
  browser.fetch(endpoints[name].path, {
    method: endpoints[name].method,
    headers: { 'content-type': 'application/json' },
    ...(endpoints[name].method === 'POST' && { body: JSON.stringify(input) }),
  })

/**
 * A visitor registers, asks for a passkey, signs out and goes to Google; an operator completes both steps and
 * signs out.
 */
const walk = async ({ world, browser }: BuiltProduct): Promise<void> => {
  const ofCaller = browser()
  await ofCaller.fetch('/?cm_code=natsu')
  await ofCaller.post('/api/auth/callback/register', registrationForm('花子'))
  await send(ofCaller, 'beginPasskeySignIn')
  await ofCaller.post('/api/auth/signout', { callbackUrl: '/' })
  await ofCaller.post('/api/auth/signin/google', { callbackUrl: '/' })
  const ofBroadcaster = browser()
  await send(ofBroadcaster, 'operatorSignIn', { mail: world.mail, password: world.password })
  const { key } = (await (await send(ofBroadcaster, 'operatorOfferSecret')).json()) as { key: string }
  await send(ofBroadcaster, 'operatorGiveCode', { code: world.authenticator(key).code() })
  await send(ofBroadcaster, 'operatorSignOut')
}

/** A cookie's name and protecting attributes, without its lifetime. */
const guards = (line: string): string => {
  const [pair = '', ...attributes] = line.split('; ')
  const lasting = attributes.filter((attribute) => !/^(max-age|expires)=/i.test(attribute))
  return [pair.split('=')[0], ...lasting.toSorted()].join(' ')
}

const table = (set: string[]): string[] => [...new Set(set.map(guards))].toSorted()

let plain: BuiltProduct
let overTls: BuiltProduct
beforeAll(async () => {
  ;[plain, overTls] = await Promise.all([
    openProduct('http://localhost'),
    openProduct('https://koyoi.example'),
  ])
  await Promise.all([walk(plain), walk(overTls)])
})
afterAll(async () => {
  await Promise.all([plain.close(), overTls.close()])
})

describe('every cookie of the product', () => {
  it('is sent by TLS alone where there is TLS, and bound to its host where we choose its name', () => {
    expect(table(overTls.set)).toEqual([
      '__Host-koyoi.device HttpOnly Path=/ SameSite=Lax Secure',
      '__Host-koyoi.passkey-challenge HttpOnly Path=/ SameSite=Lax Secure',
      '__Host-next-auth.csrf-token HttpOnly Path=/ SameSite=Lax Secure',
      '__Secure-koyoi.operator HttpOnly Path=/api/operator SameSite=Strict Secure',
      '__Secure-koyoi.operatorBrowser HttpOnly Path=/api/operator SameSite=Strict Secure',
      '__Secure-next-auth.callback-url HttpOnly Path=/ SameSite=Lax Secure',
      '__Secure-next-auth.nonce HttpOnly Path=/ SameSite=Lax Secure',
      '__Secure-next-auth.pkce.code_verifier HttpOnly Path=/ SameSite=Lax Secure',
      '__Secure-next-auth.session-token HttpOnly Path=/ SameSite=Lax Secure',
      '__Secure-next-auth.state HttpOnly Path=/ SameSite=Lax Secure',
      // Pages read it, and it says nothing about anybody.
      'cm_code Path=/ SameSite=Lax Secure',
    ])
  })

  it('is out of reach of scripts and other sites even without TLS', () => {
    expect(table(plain.set)).toEqual([
      'cm_code Path=/ SameSite=Lax',
      'koyoi.device HttpOnly Path=/ SameSite=Lax',
      'koyoi.operator HttpOnly Path=/api/operator SameSite=Strict',
      'koyoi.operatorBrowser HttpOnly Path=/api/operator SameSite=Strict',
      'koyoi.passkey-challenge HttpOnly Path=/ SameSite=Lax',
      'next-auth.callback-url HttpOnly Path=/ SameSite=Lax',
      'next-auth.csrf-token HttpOnly Path=/ SameSite=Lax',
      'next-auth.nonce HttpOnly Path=/ SameSite=Lax',
      'next-auth.pkce.code_verifier HttpOnly Path=/ SameSite=Lax',
      'next-auth.session-token HttpOnly Path=/ SameSite=Lax',
      'next-auth.state HttpOnly Path=/ SameSite=Lax',
    ])
  })

  it('is 256 random bits if it opens something', () => {
    const opening = overTls.set.filter((line) => /(session-token|koyoi\.(operator|device))=[^;]/.test(line))
    for (const line of opening) expect(line).toMatch(/^[^=]+=[\w-]{43};/)
    // The device's is set twice; the second step opens another session than the first.
    expect(new Set(opening.map((line) => line.split(';')[0])).size).toBe(4)
  })

  it('is made in these files: a file that makes a new one must be added to the tables above', () => {
    const makes = /\b(setCookie|generateCookie|deleteCookie)\(|document\.cookie =|'HttpOnly'/
    const sources = globSync('{adapters,domain,server,web}/**/*.{ts,tsx}').filter(
      (file) => !file.includes('.test.'),
    )
    expect(sources.filter((file) => makes.test(readFileSync(file, 'utf8'))).toSorted()).toEqual([
      'server/account/google/pending-cookies.ts',
      'server/account/passkeys/challenge-cookie.ts',
      'server/account/sign-in/auth-wire.ts',
      'server/account/sign-in/session-answer.ts',
      'server/app/campaign-cookie.ts',
      'server/members/browser-of.ts',
      'server/operators/operator-cookie.ts',
      'web/age/age-gate.ts',
      // Deletes the analytics cookies; it makes none.
      'web/analytics/session-analytics.ts',
    ])
  })
})

describe('the answer', () => {
  it.each(Object.values<EndpointSpec>(endpoints))('of $path is stored by no cache', async (spec) => {
    const answer = await plain.browser().fetch(spec.path, {
      method: spec.method,
      headers: { 'content-type': 'application/json' },
      ...(spec.method === 'POST' && { body: '{}' }),
    })
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  it.each(['/api/auth/session', '/api/auth/csrf'])('of %s is stored by no cache', async (address) => {
    const answer = await plain.browser().fetch(address)
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  // Without `no-store`, so that the browser can keep the page for a step back; there is nothing private in it.
  it.each(['/', '/my-page/security', '/operator', '/monitoring'])(
    'of %s to a visitor is stored by no shared cache, and looked at anew',
    async (address) => {
      const answer = await plain.browser().fetch(address)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    },
  )

  it('of hashed files may be stored by every cache', async () => {
    const answer = await plain.browser().fetch('/assets/main.js')
    expect(answer.headers.get('cache-control')).toContain('immutable')
  })
})

describe('the pages', () => {
  it.each([
    '/assets',
    '/assets/',
    '/.git/config',
    '/.env',
    '/package.json',
    '/index.html.bak',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
  ])('%s: serves no folder and nothing beside the build', async (address) => {
    const answer = await plain.browser().fetch(`http://localhost${address}`)
    const body = await answer.text()
    expect(body).not.toContain('secret')
    expect(body).not.toContain('main.js')
    if (answer.status === 200) expect(body).toContain('今宵')
    else expect([400, 404]).toContain(answer.status)
  })
})
