import { Window } from 'happy-dom'
import { act, createElement, type ReactNode } from 'react'
import type { Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import {
  type AuthWorld,
  type Browser,
  createAuthWorld,
  origin,
  registrationForm,
  taro,
} from './auth-world.ts'

/** What NextAuth v4's React client and our replacement have in common. */
interface ReactClient {
  SessionProvider: (props: { children: ReactNode }) => ReactNode
  useSession(options?: { required?: boolean }): {
    status: string
    data: { user: { name: string; isFirstRegister: boolean } } | null
    update(data: unknown): Promise<unknown>
  }
  getSession(): Promise<object | null>
  signIn(
    provider: string,
    options: Record<string, string | boolean>,
  ): Promise<{ error: string | null; status: number; ok: boolean; url: string | null } | undefined>
  signOut(options: { redirect: false; callbackUrl: string }): Promise<{ url: string | null }>
}

const clients: [name: string, load: () => Promise<ReactClient>][] = [
  ['next-auth/react', () => import('next-auth/react') as unknown as Promise<ReactClient>],
  ['our own client', () => import('#web/session/session.tsx') as unknown as Promise<ReactClient>],
]

let world: AuthWorld
/** The browser whose page this is; fetch goes through it. */
let browser: Browser
let visited: string[]

beforeAll(async () => {
  world = await createAuthWorld()
})
afterAll(() => world.close())

/** A page at `origin/my-page`: a document, the address bar, and fetch with the browser's cookies. */
const openPage = () => {
  const window = new Window({ url: `${origin}/my-page` })
  const address = {
    get href() {
      return `${origin}/my-page`
    },
    set href(url: string) {
      visited.push(url)
    },
    assign: (url: string) => void visited.push(url),
    reload: () => void visited.push('reload'),
  }
  Object.defineProperty(window, 'location', { value: address })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  vi.stubGlobal('location', address)
  vi.stubGlobal('navigator', window.navigator)
  vi.stubGlobal('localStorage', window.localStorage)
  vi.stubGlobal('fetch', (target: string, init?: RequestInit) => browser.fetch(target, init))
}

let update: (data: unknown) => Promise<unknown>

const Probe = (props: { useSession: ReactClient['useSession']; required: boolean }) => {
  const session = props.useSession(props.required ? { required: true } : undefined)
  update = session.update
  const { user } = session.data ?? {}
  return `${session.status} ${user ? `${user.name} ${user.isFirstRegister}` : ''}`.trim()
}

/** Runs what mounts or unmounts, with its effects; answers of the network render later by themselves. */
const rendering = async (work: () => void) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(async () => work())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
}

describe.each(clients)('%s', (_name, load) => {
  let client: ReactClient
  let root: Root
  let page: HTMLElement

  beforeEach(async () => {
    visited = []
    browser = world.browser()
    openPage()
    vi.resetModules()
    client = await load()
    const { createRoot } = await import('react-dom/client')
    page = document.createElement('div')
    root = createRoot(page)
  })
  afterEach(async () => {
    await rendering(() => root.unmount())
    vi.unstubAllGlobals()
  })

  const show = (required = false) =>
    rendering(() => {
      const probe = createElement(Probe, { useSession: client.useSession, required })
      root.render(createElement(client.SessionProvider, null, probe))
    })
  const shows = (text: string) => expect.poll(() => page.textContent).toBe(text)

  it('begins as a visitor', async () => {
    await show()
    await shows('unauthenticated')
    expect(await client.getSession()).toBeNull()
  })

  it('registers, signs in again by one tap, signs out, and signs in as somebody else', async () => {
    await show()
    await shows('unauthenticated')
    const registered = await client.signIn('register', { ...registrationForm('みなと'), redirect: false })
    expect(registered).toEqual({ error: null, status: 200, ok: true, url: `${origin}/` })
    await shows('authenticated みなと true')

    await update({ type: 'oneTapLogin' })
    await shows('authenticated みなと false')

    const left = await client.signOut({ redirect: false, callbackUrl: '/login' })
    expect(left.url).toBe(`${origin}/login`)
    await shows('unauthenticated')

    const { email, password } = taro
    await client.signIn('login', { email, password, redirect: false })
    await shows('authenticated 太郎 false')
    expect(await client.getSession()).toMatchObject({ user: { id: taro.id } })
  })

  it('returns the server’s own sentence when a registration fails', async () => {
    await show()
    await client.signIn('register', { ...registrationForm('みなと'), redirect: false })
    const again = await client.signIn('register', { ...registrationForm('みなと'), redirect: false })
    expect(again).toEqual({ error: 'すでに登録されています', status: 401, ok: false, url: null })
    await shows('authenticated みなと true')
  })

  it('returns the server’s own sentence when a sign-in fails', async () => {
    await show()
    const answer = await client.signIn('login', { email: taro.email, password: 'wrong', redirect: false })
    expect(answer).toEqual({ error: refusals.signInFailed.message, status: 401, ok: false, url: null })
    await shows('unauthenticated')
    expect(visited).toEqual([])
  })

  it('goes to the callback URL after signing in, and never to another site’s', async () => {
    await show()
    const { email, password } = taro
    await client.signIn('login', { email, password, callbackUrl: '/chat/20148357' })
    await client.signIn('login', { email, password, callbackUrl: 'https://evil.example/' })
    expect(visited.map((url) => new URL(url).href)).toEqual([`${origin}/chat/20148357`, `${origin}/`])
  })

  it('sends a visitor of a page that needs a session to the sign-in', async () => {
    await show(true)
    await shows('loading')
    const [to = ''] = visited
    expect(to).toBe(
      `/api/auth/signin?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: `${origin}/my-page` })}`,
    )
    const answer = await browser.fetch(to, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(
      `/login?${new URLSearchParams({ callbackUrl: `${origin}/my-page`, error: 'SessionRequired' })}`,
    )
  })

  it('shows a member a page that needs a session', async () => {
    await browser.post('/api/auth/callback/register', registrationForm('みなと'))
    await show(true)
    await shows('authenticated みなと true')
    expect(visited).toEqual([])
  })
})
