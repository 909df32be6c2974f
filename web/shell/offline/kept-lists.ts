import type { QueryKey } from '@tanstack/react-query'

/** An answer of the query cache, as the browser keeps it for a launch without a network. */
export interface KeptList {
  key: QueryKey
  data: unknown
  /** When it was last fetched or changed. */
  atMs: number
}

/** Older ones say too little of now. */
export const keptListMs = 7 * 86_400_000
/** A clock that was set back would make a list look newer than it is. */
const clockSlackMs = 60_000
export const listBytesMax = 100_000
export const allBytesMax = 400_000

interface Kind {
  /** How its keys in the query cache begin. They end with the member's id. */
  begin: QueryKey
  accepts?: (key: QueryKey) => boolean
}

/** The member's own name and role: screens ask for them before they show anything. */
const ownProfile: Kind = { begin: ['account', 'me'] }

/** Everybody's newest items; what the member bought or likes isn't kept. */
const isOfEverybody = ([, , input]: QueryKey): boolean => {
  const { list, broadcasterId } = input as { list?: unknown; broadcasterId?: unknown }
  return list === 'newest' && broadcasterId === undefined
}

/**
 * All that is kept, one list of each kind: the latest. Nothing of points, earnings, orders, receipts, addresses,
 * documents and notifications is among it, no message beyond what トーク shows of it, and nothing of the console.
 */
const kinds: readonly Kind[] = [
  ownProfile,
  { begin: ['people', 'conversations'] },
  ...['standby', 'live', 'favourites', 'recommended', 'newcomers', 'topRated', 'popular'].map((list) => ({
    begin: ['people', 'list', list],
  })),
  { begin: ['people', 'favourites'] },
  { begin: ['people', 'search'] },
  { begin: ['people', 'live-rooms', 'list'] },
  { begin: ['people', 'timeline', 'pages', 'feed', 'all'] },
  { begin: ['gallery', 'list'], accepts: isOfEverybody },
]

const begins = (key: QueryKey, { begin }: Kind): boolean => begin.every((part, index) => part === key[index])

const kindOf = (key: QueryKey, memberId: string): Kind | undefined => {
  const kind = kinds.find((one) => begins(key, one))
  const isOwn = kind === ownProfile ? key.length === ownProfile.begin.length : key.at(-1) === memberId
  return kind && isOwn && (kind.accepts?.(key) ?? true) ? kind : undefined
}

/** Whether the answer to this query is kept. */
export const isKept = (key: QueryKey, memberId: string): boolean => kindOf(key, memberId) !== undefined

/** Whether it is a list, whose age a member is told of. */
export const isList = (key: QueryKey): boolean => !begins(key, ownProfile)

/** Of a list that comes page by page the first one. */
export const firstPageOf = (data: unknown): unknown => {
  const { pages, pageParams } = data as { pages?: unknown; pageParams?: unknown }
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}

const bytesOf = (list: KeptList): number => new TextEncoder().encode(JSON.stringify(list)).length

/**
 * What may be kept or shown: the latest of each kind, the newest first, as far as the bytes go.
 * @param sinceMs what is older was seen before a block
 */
export const boundedLists = (
  lists: readonly KeptList[],
  { memberId, sinceMs, nowMs }: { memberId: string; sinceMs: number; nowMs: number },
): KeptList[] => {
  const found = new Set<Kind>()
  let bytes = 0
  return lists
    .filter(({ atMs }) => atMs >= sinceMs && atMs > nowMs - keptListMs && atMs <= nowMs + clockSlackMs)
    .toSorted((one, other) => other.atMs - one.atMs)
    .filter((list) => {
      const kind = kindOf(list.key, memberId)
      if (!kind || found.has(kind)) return false
      found.add(kind)
      const size = bytesOf(list)
      if (size > listBytesMax || bytes + size > allBytesMax) return false
      bytes += size
      return true
    })
}
