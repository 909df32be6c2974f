/**
 * `search-users` among 100,000 profiles, 2,000 of them on standby: first pages of any mix of text, filters and orders,
 * and the pages after them, one request after the other. The reference is a profile, found by its key, in the same run.
 */

import { type Bench, percentile } from '#bench/bench.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { numbersFrom } from '#bench/shared/numbers.ts'
import { post } from '#bench/shared/page-sockets.ts'
import { withMembersApp } from '#bench/shared/with-members-app.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { searchEndpoints } from '#contract/people/search.ts'
import { loadProfile } from '#server/people/profile.ts'
import { createSearchTags } from '#server/people/search/search-tags.ts'
import { searchUsers } from '#server/people/search/search-users.ts'
import { createStandbyLists } from '#server/people/search/standby-lists.ts'
import { randomSearch } from './search-mix.ts'
import { addProfiles, profiles } from './search-people.ts'

const barMs = 50
const warmUpSearches = 100
const searches = 300
/** How many pages a member scrolls, now and then. */
const pagesMax = 8

type Input = InputOf<typeof searchEndpoints.searchUsers>
interface Page {
  type: string
  users: unknown[]
  next: string | null
}
interface Timed {
  kind: string
  ms: number
  input: Input
}

const timed = async <Answer>(work: () => Promise<Answer>): Promise<{ ms: number; answer: Answer }> => {
  const startedAt = performance.now()
  const answer = await work()
  return { ms: performance.now() - startedAt, answer }
}

/** Loads a mix of first pages, and the further pages of every fourth. */
const requestMix = async (
  seed: number,
  count: number,
  request: (input: Input) => Promise<Page>,
): Promise<Timed[]> => {
  const next = numbersFrom(seed)
  const times: Timed[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const search = serverHalfOf(searchEndpoints.searchUsers).input.parse(randomSearch(next))
    let after: string | null = null
    for (let page = 0; page < (nth % 4 === 0 ? pagesMax : 1); page += 1) {
      const input: Input = after === null ? search : { ...search, after }
      const { ms, answer } = await timed(() => request(input))
      if (answer.type !== 'success') throw new Error(`${JSON.stringify(input)}: ${JSON.stringify(answer)}`)
      times.push({
        ms,
        input,
        kind: page > 0 ? 'a later page' : search.text ? 'with text' : 'filters alone',
      })
      after = answer.next
      if (after === null) break
    }
  }
  return times
}

const shown = (label: string, times: readonly number[]): string =>
  `${label.padEnd(34)} p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms (${times.length})`

const report = (print: (line: string) => void, where: string, times: readonly Timed[]): number => {
  for (const kind of new Set(times.map((time) => time.kind)))
    print(
      shown(
        `${where}, ${kind}`,
        times.filter((time) => time.kind === kind).map(({ ms }) => ms),
      ),
    )
  const all = times.map(({ ms }) => ms)
  print(shown(`${where}, all`, all))
  const [slowest] = times.toSorted((one, other) => other.ms - one.ms)
  print(`  the slowest: ${JSON.stringify(slowest?.input)}`)
  return percentile(all, 99)
}

export const bench: Bench = (print) =>
  withMembersApp(2, async ({ database, startApp }) => {
    const app = startApp()
    const { url, callers } = await app.next<MembersApp>()
    // A visitor's searches are limited by network.
    const cookie = callers[0]?.cookie ?? ''
    const filled = await timed(() => addProfiles(database.sql))
    print(`${profiles} profiles made in ${(filled.ms / 1000).toFixed(0)} s`)

    const parts = {
      db: database.db,
      now: Date.now,
      standbyLists: createStandbyLists({
        db: database.db,
        now: Date.now,
        events: { subscribe: () => () => undefined },
      }),
    }
    const inProcess = async (input: Input): Promise<Page> => {
      const page = await searchUsers(parts, null, input)
      return 'users' in page ? { type: 'success', ...page } : { type: page.refused, users: [], next: null }
    }
    const overHttp = (input: Input) => post<Page>(`${url}${searchEndpoints.searchUsers.path}`, cookie, input)
    const profileTimes = async (request: (userId: string) => Promise<unknown>) => {
      const next = numbersFrom(1)
      const times: number[] = []
      for (let nth = 0; nth < searches; nth += 1)
        times.push((await timed(() => request(String(40_000_000 + Math.floor(next() * profiles))))).ms)
      return times
    }

    await requestMix(1, warmUpSearches, inProcess)
    report(print, 'in process', await requestMix(2, searches, inProcess))
    print(
      shown('in process, a profile by key', await profileTimes((id) => loadProfile(database.db, id, null))),
    )
    await requestMix(3, warmUpSearches, overHttp)
    const p99 = report(print, 'over HTTP', await requestMix(4, searches, overHttp))
    const reference = await profileTimes((userId) => post(`${url}/api/get-user-inf-for-web`, '', { userId }))
    print(shown('over HTTP, a profile by key', reference))
    const counted = await timed(() => createSearchTags(parts).common())
    print(`the tags of everybody, once a minute ${counted.ms.toFixed(0)} ms`)
    return { figure: `${p99.toFixed(1)}ms`, bar: `<${barMs}ms`, isMet: p99 < barMs }
  })
