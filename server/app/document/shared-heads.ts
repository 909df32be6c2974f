import { type PageHead, profileIdOf, sharedHead } from '#domain/shell/page-head.ts'
import type { Context } from '#server/context.ts'
import { cardPath, findSharedPerson } from '#server/people/sharing/shared-people.ts'
import { createStaleWhileRevalidateByName } from './stale-while-revalidate-by-name.ts'

/** As long as a rendered profile. */
const lastsMs = 3_000
/** A row by its key takes a few; a service that shows the link asks for the page once. */
const patienceMs = 250
/** Each is one row by its key. */
const loads = { max: 300, windowMs: 3_000 }
const namesMax = 1_000

/** The head of a profile whose broadcaster allows being shared; null at all other paths, and where it isn't known in time. */
export type SharedHeads = (path: string) => Promise<PageHead | null>

export const createSharedHeads = ({ db, log, now }: Pick<Context, 'db' | 'log' | 'now'>): SharedHeads => {
  const kept = createStaleWhileRevalidateByName<PageHead>({
    load: async (memberId) => {
      const person = await findSharedPerson(db, memberId, null)
      return person && sharedHead(person, cardPath(person))
    },
    failed: (memberId, error) => log.error('shared-head-unknown', { memberId, error }),
    ttlMs: lastsMs,
    waitTimeoutMs: patienceMs,
    // Who no longer allows being shared isn't shown a moment longer.
    staleMs: 0,
    namesMax,
    loads,
    now,
  })
  return async (path) => {
    const memberId = profileIdOf(path)
    return memberId === null ? null : kept(memberId)
  }
}
