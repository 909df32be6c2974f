import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { serverFailure } from '#contract/core/client.ts'
import type {
  CreatePageRenderer,
  PageAnswers,
  PageReader,
  PageRenderer,
} from '#contract/core/rendered-page.ts'
import { legalDocuments } from '#contract/legal/legal-documents.ts'
import { profileIdOf } from '#domain/shell/page-head.ts'
import { createMemoryRouter } from '#web/router/router.ts'
import { createAuthClient } from '#web/session/auth-client.ts'
import { setBootData } from '#web/shell/boot.ts'
import { answerDeviceBy } from '#web/shell/device.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { answerQueriesBy, createQueryClient } from '#web/shell/query.ts'
import { AppRoot } from './app-root.tsx'
import { membersRoutes } from './router.tsx'
import { screens as allScreens } from './screens.tsx'

/** An answer may show a part that asks for another one. */
const rounds = 3

const screens: Record<string, string | null> = {
  [paths.home()]: null,
  [paths.search()]: 'search/search-page.tsx',
  [paths.live()]: 'live/list/live-page.tsx',
  [paths.gallery()]: 'gallery/gallery-page.tsx',
  [paths.messages()]: 'legal/message-list-page.tsx',
  [paths.tutorial()]: 'tutorial/tutorial-page.tsx',
  [paths.login()]: 'account/sign-in/login-page.tsx',
  [paths.signup()]: 'account/sign-in/signup-page.tsx',
  [paths.health()]: 'health/health-page.tsx',
  ...Object.fromEntries(legalDocuments.map((name) => [paths.legal(name), 'legal/legal-page.tsx'])),
}

const messageAddress = /^\/message\/[a-z0-9-]{1,64}$/

const namedPage: PageRenderer['namedPage'] = (path, { isMobile }) => {
  const partnerId = profileIdOf(path)
  if (partnerId !== null)
    return { path: paths.profile(partnerId, isMobile), screen: 'profile/profile-page.tsx' }
  return messageAddress.test(path) ? { path, screen: 'legal/message-page.tsx' } : null
}

/** What members open first, or come back to, with what they read there. */
const memberScreens = new Set([paths.home(), paths.search(), paths.live(), paths.gallery()])

const memberPage: PageRenderer['memberPage'] = (path, device, { user }) => {
  if (path === paths.home() && user.isBroadcaster)
    return { path, screen: 'home/broadcaster/broadcaster-home.tsx' }
  if (memberScreens.has(path)) return { path, screen: screens[path] ?? null }
  return profileIdOf(path) === null ? null : namedPage(path, device)
}

/** Which queries of a page were fetched, and whether one of them was refused or failed. */
interface Tried {
  queries: Set<string>
  hasFailed: boolean
}

/**
 * Fetches what the queries of a rendered page wait for.
 * @param atMs every answer counts as given then, here and in the browser: what depends on the time is rendered alike
 * @returns whether any of them has an answer now
 */
const fetchAwaited = async (queries: QueryClient, tried: Tried, atMs: number): Promise<boolean> => {
  const awaited = queries
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.data === undefined && !tried.queries.has(query.queryHash))
    .filter(({ options }) => (options as { enabled?: unknown }).enabled !== false)
    .filter(({ options }) => typeof options.queryFn === 'function')
  const answered = await Promise.all(
    awaited.map(async (query) => {
      tried.queries.add(query.queryHash)
      try {
        const data = await query.fetch({ ...query.options, retry: false })
        queries.setQueryData(query.queryKey, data, { updatedAt: atMs })
        return true
      } catch {
        // The browser asks for it, and tells of the failure.
        query.reset()
        tried.hasFailed = true
        return false
      }
    }),
  )
  return answered.includes(true)
}

const answersOf = (queries: QueryClient, atMs: number): PageAnswers => ({
  atMs,
  entries: queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, state }) => [queryKey, state.data]),
})

const htmlOf = async (page: ReactNode, signal: AbortSignal): Promise<string> => {
  const failures: unknown[] = []
  const { prelude } = await prerender(page, {
    signal,
    // Larger parts would be moved into place by scripts in the page, which its policy refuses.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  if (failures.length > 0) throw failures[0]
  return new Response(prelude).text()
}

/**
 * Renders visitors' pages, and a member's with what that member's own session is answered. Nothing of a member is known
 * but to that member's rendering: the session and the query cache are made for it, and `reader` says who asks.
 */
export const createPageRenderer: CreatePageRenderer = ({ request, now, reader, timeoutMs, settings }) => {
  setBootData({ ...settings, session: null, isGated: false })
  // As if they had come over the wire.
  answerQueriesBy(async (endpoint, input) =>
    (reader.getStore()?.member?.request ?? request)(endpoint, input)
      .then((answer) => JSON.parse(JSON.stringify(answer)))
      .catch(() => serverFailure),
  )
  answerDeviceBy(() => reader.getStore()?.isMobile ?? false)
  const routes = membersRoutes(allScreens)
  const render = async (path: string, { isMobile, member }: PageReader) => {
    const atMs = now()
    const signal = member?.signal ?? AbortSignal.timeout(timeoutMs)
    const client = createAuthClient(() => undefined)
    const router = createMemoryRouter([routes], { initialEntries: [path] })
    await router.ready
    if (router.state.failure) throw router.state.failure.error
    const queries = createQueryClient()
    const page = (
      <AppRoot
        session={member?.session ?? null}
        client={client}
        queries={queries}
        router={router}
        isDesktop={!isMobile}
      />
    )
    const tried: Tried = { queries: new Set(), hasFailed: false }
    let html = await htmlOf(page, signal)
    for (let round = 1; round < rounds && (await fetchAwaited(queries, tried, atMs)); round += 1) {
      signal.throwIfAborted()
      html = await htmlOf(page, signal)
    }
    // Where a visitor's page has a name in its address and lacks an answer, nobody and nothing may have that name: none of
    // it is shown. Whether a member's page is whole is known to server/app/document/member-pages.ts.
    const isMissing = !member && tried.hasFailed && namedPage(path, { isMobile }) !== null
    return isMissing ? null : { html, answers: answersOf(queries, atMs) }
  }
  return {
    screens,
    namedPage,
    memberPage,
    // Links lead to the pages of the device, and queries are answered to the reader.
    render: (path, readBy) => reader.run(readBy, () => render(path, readBy)),
  }
}
