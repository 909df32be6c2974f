import { onlineManager, type QueryClient } from '@tanstack/react-query'
import type { Session } from '#contract/account/account.ts'
import type { AuthClient } from '#web/session/auth-client.ts'
import { nearDay, time } from '#web/text/format.ts'
import { boundedLists, firstPageOf, isKept, isList, type KeptList } from './kept-lists.ts'
import {
  allowLastSeen,
  deleteLastSeen,
  dropEarlierLists,
  readLastSeen,
  sinceMsOf,
  writeLastSeen,
} from './last-seen-mark.ts'
import { shownAsOf } from './network.ts'

/** Between two writes; leaving the page writes at once. */
const restMs = 5_000

interface StoredLists {
  /** The release whose screens these answers fit. */
  release: string
  /** Without what lets its holder act as the member. */
  session: Session
  lists: KeptList[]
}

/** The entry of the page names all other files of its release. */
const releaseOf = (): string => {
  const link = document.querySelector<HTMLLinkElement>('link[data-entry]')
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return new URL(link?.href ?? script?.src ?? '', location.href).pathname
}

const stored = async (): Promise<StoredLists | null> => {
  const found: StoredLists | undefined = await (await readLastSeen())?.json()
  return found?.release === releaseOf() ? found : null
}

const listsOf = (queries: QueryClient, memberId: string): KeptList[] =>
  queries
    .getQueryCache()
    .getAll()
    .filter(
      ({ queryKey, state }) => state.data !== undefined && !state.isInvalidated && isKept(queryKey, memberId),
    )
    .map(({ queryKey, state }) => ({
      key: queryKey,
      data: firstPageOf(state.data),
      atMs: state.dataUpdatedAt,
    }))

const write = async (queries: QueryClient, session: Session): Promise<void> => {
  const { id } = session.user
  const sinceMs = sinceMsOf(id)
  if (sinceMs === null) return
  const earlier = await stored()
  const known = earlier?.session.user.id === id ? earlier.lists : []
  const bounds = { memberId: id, sinceMs, nowMs: Date.now() }
  const kept: StoredLists = {
    release: releaseOf(),
    session: { ...session, user: { ...session.user, token: '' } },
    lists: boundedLists([...listsOf(queries, id), ...known], bounds),
  }
  await writeLastSeen(kept)
  // Signed out or blocked somebody meanwhile, in any tab.
  if (sinceMsOf(id) !== sinceMs) await deleteLastSeen()
}

/**
 * Keeps the lists of a member who is signed in as they come and change, until the member signs out.
 * @param onRelisted listens to what tells of a block that another page or the other side made
 * @returns a function that stops it
 */
export const keepLastSeen = (
  queries: QueryClient,
  session: Session,
  client: Pick<AuthClient, 'state'>,
  onRelisted: (listener: () => void) => () => void,
): (() => void) => {
  const { id, isClosed } = session.user
  const isStillSignedIn = () => client.state().data?.user.id === id
  if (isClosed || !isStillSignedIn()) return () => undefined
  allowLastSeen(id)
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing = Promise.resolve()
  const writeNow = () => {
    clearTimeout(timer)
    timer = undefined
    // A browser that refuses, or is full, goes without.
    if (isStillSignedIn()) writing = writing.then(() => write(queries, session)).catch(() => undefined)
  }
  const writeSoon = () => {
    timer ??= setTimeout(writeNow, restMs)
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) writeNow()
  }
  const drop = () => {
    void dropEarlierLists(id, Date.now())
    writeSoon()
  }
  const stops = [
    queries.getQueryCache().subscribe((event) => {
      const isNew = event.type === 'updated' && event.action.type === 'success'
      if (isNew && isKept(event.query.queryKey, id)) writeSoon()
    }),
    queries.getMutationCache().subscribe(({ type, mutation }) => {
      const isBlock = mutation?.options.mutationKey?.[0] === 'blocks'
      if (type === 'updated' && isBlock && mutation.state.status === 'success') drop()
    }),
    // A block that was made elsewhere, or by the other side.
    onRelisted(drop),
    () => document.removeEventListener('visibilitychange', onHidden),
    () => clearTimeout(timer),
  ]
  document.addEventListener('visibilitychange', onHidden)
  writeNow()
  return () => {
    for (const stop of stops) stop()
  }
}

/** 21:40時点の内容です; on a later day with the date. */
export const ageSentence = (atMs: number, nowMs: number): string => {
  const day = nearDay(atMs, nowMs)
  return `${day === '今日' ? '' : day.endsWith('日') ? day : `${day} `}${time(atMs)}時点の内容です`
}

/** Shows in the banner how old the oldest list on the screen is. */
const showAge = (queries: QueryClient): void => {
  const cache = queries.getQueryCache()
  const update = () => {
    const shown = cache
      .getAll()
      .filter(
        (query) => query.getObserversCount() > 0 && query.state.data !== undefined && isList(query.queryKey),
      )
    const oldestMs = Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
    shownAsOf.set(shown.length > 0 ? ageSentence(oldestMs, Date.now()) : null)
  }
  cache.subscribe(({ type }) => {
    if (type === 'observerAdded' || type === 'observerRemoved') update()
  })
}

/**
 * For the stored shell: puts what was kept into its cache, which asks for nothing: what the browser's cookies are by then
 * may be another member's.
 * @returns the session of the member whose lists they are
 */
export const showLastSeen = async (queries: QueryClient): Promise<Session | undefined> => {
  const kept = await stored()
  const nowMs = Date.now()
  if (!kept || Date.parse(kept.session.expires) <= nowMs) return undefined
  const { id } = kept.session.user
  const sinceMs = sinceMsOf(id)
  if (sinceMs === null) return undefined
  onlineManager.setEventListener(() => undefined)
  onlineManager.setOnline(false)
  const { queries: usual, mutations } = queries.getDefaultOptions()
  queries.setDefaultOptions({
    queries: { ...usual, gcTime: Number.POSITIVE_INFINITY },
    // Refused at once instead of done when the page has gone.
    mutations: { ...mutations, networkMode: 'always' },
  })
  for (const { key, data, atMs } of boundedLists(kept.lists, { memberId: id, sinceMs, nowMs }))
    queries.setQueryData(key, data, { updatedAt: atMs })
  showAge(queries)
  return kept.session
}
