// @vitest-environment happy-dom
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '#contract/account/account.ts'
import { clearOthers } from '#web/chat/member/member-storage.ts'
import type { SessionState } from '#web/session/auth-client.ts'
import { createQueryClient } from '../query.ts'
import { ageSentence, keepLastSeen, showLastSeen } from './last-seen.ts'
import { deleteLastSeen } from './last-seen-mark.ts'
import { shownAsOf } from './network.ts'

const sessionOf = (id: string): Session => ({
  user: { id, token: 'secret', name: '太郎', isFirstRegister: false },
  expires: '2026-12-20T12:00:00.000Z',
})
const session = sessionOf('20000001')
const search = ['people', 'search', { text: '' }, '20000001']
const points = ['points', 'balance']

/** What the browser has stored, by the name of the cache. */
let stored: Map<string, string>
/** Called within a write, when its answer has been made. */
let whileWriting = () => {}

const stubCaches = () => {
  const open = async (name: string) => ({
    put: async (_: string, answer: Response) => {
      const text = await answer.text()
      whileWriting()
      stored.set(name, text)
    },
  })
  const match = async (_: string, { cacheName }: { cacheName: string }) => {
    const text = stored.get(cacheName)
    return text === undefined ? undefined : new Response(text)
  }
  vi.stubGlobal('caches', { open, match, delete: async (name: string) => stored.delete(name) })
}

const setRelease = (name: string) => {
  const entry = Object.assign(document.createElement('script'), { type: 'module' })
  // Without loading it.
  Object.defineProperty(entry, 'src', { value: `https://koyoi.example/assets/${name}.js` })
  entry.setAttribute('src', '')
  vi.spyOn(document, 'querySelector').mockImplementation((selector) =>
    selector.startsWith('script') ? entry : null,
  )
}

const stops: (() => void)[] = []
let relist = () => {}
const onRelisted = (listener: () => void) => {
  relist = listener
  return () => undefined
}
/** A page of a signed-in member, who has seen a search and a balance. */
const openPage = (member = session) => {
  const queries = createQueryClient()
  let state: SessionState = { status: 'authenticated', data: member }
  queries.setQueryData(search, { pages: [{ users: ['みお'] }], pageParams: [null] })
  queries.setQueryData(points, 1_000)
  stops.push(keepLastSeen(queries, member, { state: () => state }, onRelisted))
  return {
    queries,
    signOut: () => {
      state = { status: 'unauthenticated', data: null }
    },
  }
}

/** What a sign-out does to the browser's data (web/app/main.tsx). */
const clearAll = async () => {
  clearOthers(() => localStorage, null)
  await deleteLastSeen()
}

/** A launch without a network. */
const launch = async () => {
  const queries = createQueryClient()
  const shown = await showLastSeen(queries)
  return { queries, shown, search: queries.getQueryData(search), points: queries.getQueryData(points) }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24, 12, 40) })
  stored = new Map()
  whileWriting = () => {}
  stubCaches()
  setRelease('main-1')
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  onlineManager.setOnline(true)
})

const settle = () => vi.advanceTimersByTimeAsync(5_000)

it('shows a launch without a network what the member has seen, and lets nobody act as the member', async () => {
  const page = openPage()
  await settle()
  page.queries.setQueryData(search, { pages: [{ users: ['ひより'] }, 2], pageParams: [null, 'a'] })
  await settle()
  const { shown, ...seen } = await launch()
  expect(seen.search).toEqual({ pages: [{ users: ['ひより'] }], pageParams: [null] })
  expect(seen.points).toBeUndefined()
  expect(shown).toEqual({ ...session, user: { ...session.user, token: '' } })
  expect([...stored.values()].join()).not.toContain('secret')
})

it('keeps what an earlier page of the same member has seen', async () => {
  openPage()
  await settle()
  const queries = createQueryClient()
  const state = () => ({ status: 'authenticated', data: session }) as const
  stops.push(keepLastSeen(queries, session, { state }, onRelisted))
  await settle()
  expect((await launch()).search).toBeDefined()
})

it.each([
  ['where the member has signed out', () => clearOthers(() => localStorage, null)],
  ['with another release', () => setRelease('main-2')],
  ['after the end of the session', () => vi.setSystemTime(Date.parse(session.expires))],
])('shows nothing %s', async (_, happen) => {
  openPage()
  await settle()
  await happen()
  expect(await launch()).toMatchObject({ shown: undefined, search: undefined })
})

it('keeps nothing more of a page whose member has signed out here or elsewhere', async () => {
  const here = openPage()
  await settle()
  await clearAll()
  here.queries.setQueryData(search, { pages: [], pageParams: [] })
  await settle()
  expect(stored.size).toBe(0)
  const elsewhere = openPage()
  elsewhere.signOut()
  await settle()
  elsewhere.queries.setQueryData(search, { pages: [], pageParams: [] })
  await clearAll()
  await settle()
  expect(stored.size).toBe(0)
})

it('leaves nothing of a write during which the member signs out', async () => {
  whileWriting = () => void clearAll()
  openPage()
  await settle()
  expect(stored.size).toBe(0)
})

it('leaves nothing of an account that another one follows', async () => {
  openPage()
  await settle()
  await clearAll()
  openPage(sessionOf('20000002'))
  await settle()
  const { shown, search: seen } = await launch()
  expect(shown?.user.id).toBe('20000002')
  expect(seen).toBeUndefined()
})

it('keeps nothing of a closed account', async () => {
  openPage({ ...session, user: { ...session.user, isClosed: true } })
  await settle()
  expect(stored.size).toBe(0)
})

it('drops what was seen before a block', async () => {
  const { queries } = openPage()
  await settle()
  vi.setSystemTime(Date.now() + 1)
  const block = new MutationObserver(queries, { mutationKey: ['blocks'], mutationFn: async () => null })
  await block.mutate()
  expect(stored.size).toBe(0)
  await settle()
  expect((await launch()).search).toBeUndefined()
  queries.setQueryData(search, { pages: [], pageParams: [] })
  await settle()
  expect((await launch()).search).toEqual({ pages: [], pageParams: [] })
})

it('drops what was seen before a block that was made elsewhere', async () => {
  openPage()
  await settle()
  vi.setSystemTime(Date.now() + 1)
  relist()
  await settle()
  expect((await launch()).search).toBeUndefined()
})

it('asks for nothing in the stored page, refuses at once what needs the network, and tells the age', async () => {
  openPage()
  await settle()
  const { queries } = await launch()
  const load = vi.fn(async () => null)
  const stop = [search, ['points', 'balance']].map((queryKey) =>
    new QueryObserver(queries, { queryKey, queryFn: load }).subscribe(() => undefined),
  )
  await settle()
  expect(load).not.toHaveBeenCalled()
  expect(shownAsOf.get()).toBe('21:40時点の内容です')
  for (const leave of stop) leave()
  expect(shownAsOf.get()).toBeNull()
  const send = vi.fn(() => Promise.reject(new Error('no network')))
  await expect(new MutationObserver(queries, { mutationFn: send }).mutate()).rejects.toThrow('no network')
})

it.each([
  ['21:40時点の内容です', Date.UTC(2026, 10, 24, 14)],
  ['昨日21:40時点の内容です', Date.UTC(2026, 10, 24, 15)],
  ['11月24日(火) 21:40時点の内容です', Date.UTC(2026, 10, 26, 15)],
])('says %s', (sentence, nowMs) => {
  expect(ageSentence(Date.UTC(2026, 10, 24, 12, 40), nowMs)).toBe(sentence)
})
