import type { Session } from '#contract/account/account.ts'
import { failureMessage, requestTimeoutMs } from '#contract/core/client.ts'
import { paths } from '#web/shell/navigation/paths.ts'

const authPath = '/api/auth'
const channelName = 'koyoi-session'
/** The cookie with the CSRF token is missing: the browser stores none. */
const cookiesOffMessage = 'ブラウザのCookieを有効にしてからお試しください。'

/** Specification 4: the session's status moves between these. */
export type SessionState =
  | { status: 'loading'; data: null }
  | { status: 'authenticated'; data: Session }
  | { status: 'unauthenticated'; data: null }

/** The provider's fields (specification 7), and the target address, in one object as in NextAuth v4. */
export interface SignInOptions {
  /** Default true. */
  redirect?: boolean
  /** Default: this page. */
  callbackUrl?: string
  readonly [credential: string]: string | number | boolean | undefined
}

export type SignInProvider = 'login' | 'register' | 'passkey' | 'recovery' | 'google'

/** As NextAuth v4's `signIn` answers with `redirect: false`. */
export interface SignInAnswer {
  /** The server's own sentence; null when signed in. */
  error: string | null
  /** HTTP status; 0 without an answer. */
  status: number
  ok: boolean
  url: string | null
}

export interface AuthClient {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Sets the session that came with the page: null for a visitor, undefined when unknown. */
  seed(session: Session | null | undefined): void
  /** Listens to the other tabs and to the tab's visibility. @returns a function that stops it */
  start(): () => void
  /** Fetches the session; null for a visitor, and when the server is unreachable. */
  getSession(): Promise<Session | null>
  /** Stays on the page when it fails, or (except for `google`, which navigates away) when `redirect` is false. */
  signIn(provider: SignInProvider, options: SignInOptions): Promise<SignInAnswer>
  signOut(
    options?: Pick<SignInOptions, 'redirect' | 'callbackUrl'>,
  ): Promise<{ ok: boolean; url: string | null }>
  /** POST session; the renewed session, or null without one or when the server is unreachable. */
  updateSession(data: { type: 'oneTapLogin' }): Promise<Session | null>
  /** Where a page that needs a session sends a visitor. */
  requireSession(): void
}

interface AuthAnswer {
  status: number
  body: Record<string, unknown>
}

/** One request of the wire. Null without an answer of ours. */
const request = async (path: string, init: RequestInit = {}): Promise<AuthAnswer | null> => {
  try {
    const response = await fetch(`${authPath}/${path}`, {
      ...init,
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? { status: response.status, body: { ...body } } : null
  } catch {
    return null
  }
}

const csrfToken = async (): Promise<string | null> => {
  const token = (await request('csrf'))?.body.csrfToken
  return typeof token === 'string' ? token : null
}

const isSession = (body: Record<string, unknown>): body is Record<string, unknown> & Session =>
  typeof body.user === 'object' && body.user !== null && typeof body.expires === 'string'

const isOk = (status: number): boolean => status >= 200 && status < 300

const urlOf = (answer: AuthAnswer): URL | null => {
  const { url } = answer.body
  return typeof url === 'string' && URL.canParse(url, location.href) ? new URL(url, location.href) : null
}

/** Posts a form as v4's client does: with a fresh CSRF token, asking for `{url}` instead of a redirect. */
const postForm = async (path: string, fields: Record<string, string>): Promise<AuthAnswer | null> => {
  const token = await csrfToken()
  if (token === null) return null
  return request(path, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken: token, json: 'true' }),
  })
}

/** v4 answers a bad CSRF token with 200 and this address. */
const isCsrfRefused = (answer: AuthAnswer): boolean => urlOf(answer)?.searchParams.get('csrf') === 'true'

const signInAnswer = (answer: AuthAnswer | null): SignInAnswer => {
  const failed = (error: string): SignInAnswer => ({
    error,
    status: answer?.status ?? 0,
    ok: false,
    url: null,
  })
  const url = answer && urlOf(answer)
  if (!answer || !url) return failed(failureMessage)
  if (isCsrfRefused(answer)) return failed(cookiesOffMessage)
  const error = url.searchParams.get('error')
  if (!isOk(answer.status)) return failed(error ?? failureMessage)
  return { error: null, status: answer.status, ok: true, url: url.href }
}

const defaultGo = (url: string): void => {
  const before = location.href
  location.assign(url)
  // An address that differs by its fragment alone doesn't reload the page.
  if (url.includes('#') && url.split('#')[0] === before.split('#')[0]) location.reload()
}

/** The session as this page knows it. */
const createStore = () => {
  let state: SessionState = { status: 'loading', data: null }
  const listeners = new Set<() => void>()
  /** Counts the requests, so that a slow answer never overwrites a newer one. */
  let requests = 0
  const set = (session: Session | null) => {
    state = session ? { status: 'authenticated', data: session } : { status: 'unauthenticated', data: null }
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** A known session outdates every request that is running. */
    know: (session: Session | null) => {
      requests += 1
      set(session)
    },
    /** A failed request changes nothing, unless nothing is known yet: being offline signs nobody out. */
    learn: async (question: Promise<AuthAnswer | null>): Promise<Session | null> => {
      requests += 1
      const mine = requests
      const answer = await question
      const isAnswered = answer !== null && isOk(answer.status)
      const session = isAnswered && isSession(answer.body) ? answer.body : null
      if (mine === requests && (isAnswered || state.status === 'loading')) set(session)
      return session
    },
  }
}

/** The small client of the sign-in wire. Nothing in it throws over the network. */
export const createAuthClient = (go: (url: string) => void = defaultGo): AuthClient => {
  const store = createStore()
  let channel: BroadcastChannel | null = null
  const notifyOtherTabs = () => channel?.postMessage('changed')
  const refresh = () => store.learn(request('session'))

  /** Navigates to the other provider. As in v4 this isn't reached when the address contains an error of ours. */
  const goToProvider = (answer: SignInAnswer): SignInAnswer => {
    if (answer.url === null) return answer
    const { origin, searchParams } = new URL(answer.url)
    if (origin === new URL(location.href).origin)
      return { ...answer, error: searchParams.get('error') ?? failureMessage, ok: false, url: null }
    go(answer.url)
    return answer
  }

  const signIn: AuthClient['signIn'] = async (provider, options) => {
    const { redirect = true, callbackUrl = location.href, ...credentials } = options
    const fields = Object.fromEntries(
      Object.entries({ ...credentials, callbackUrl }).map(([name, value]) => [name, String(value ?? '')]),
    )
    if (provider === 'google') return goToProvider(signInAnswer(await postForm(`signin/${provider}`, fields)))
    const answer = signInAnswer(await postForm(`callback/${provider}`, fields))
    if (!answer.ok) return answer
    await refresh()
    notifyOtherTabs()
    if (redirect) go(answer.url ?? callbackUrl)
    return answer
  }

  const signOut: AuthClient['signOut'] = async (options = {}) => {
    const callbackUrl = options.callbackUrl ?? location.href
    const answer = await postForm('signout', { callbackUrl })
    const url = answer && urlOf(answer)
    if (!answer || !url || !isOk(answer.status) || isCsrfRefused(answer)) return { ok: false, url: null }
    store.know(null)
    notifyOtherTabs()
    if (options.redirect ?? true) go(url.href)
    return { ok: true, url: url.href }
  }

  const updateSession: AuthClient['updateSession'] = async (data) => {
    const token = await csrfToken()
    if (token === null) return null
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ csrfToken: token, data })
    const session = await store.learn(request('session', { method: 'POST', headers, body }))
    notifyOtherTabs()
    return session
  }

  const start = () => {
    const onVisible = () => {
      if (document.visibilityState === 'visible' && store.state().status === 'authenticated') void refresh()
    }
    document.addEventListener('visibilitychange', onVisible)
    channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
    channel?.addEventListener('message', () => void refresh())
    if (store.state().status === 'loading') void refresh()
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      channel?.close()
      channel = null
    }
  }

  return {
    state: store.state,
    subscribe: store.subscribe,
    seed: (session) => {
      if (session !== undefined) store.know(session)
    },
    start,
    getSession: refresh,
    signIn,
    signOut,
    updateSession,
    requireSession: () => go(paths.signIn({ error: 'SessionRequired', callbackUrl: location.href })),
  }
}

/** The page's own. */
export const authClient = createAuthClient()
export const { getSession, signIn, signOut, updateSession } = authClient
