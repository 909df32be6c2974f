/**
 * `get-gallery-items` among 100,000 items: any mix of lists and filters, first pages and the pages after them, one request
 * after the other. The reference is a profile, found by its key, in the same run. Then the first ten previews of the
 * demo's gallery in a browser at the speed of 4G.
 */

import { type Bench, percentile } from '#bench/bench.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { numbersFrom } from '#bench/shared/numbers.ts'
import { post } from '#bench/shared/page-sockets.ts'
import { withMembersApp } from '#bench/shared/with-members-app.ts'
import { galleryEndpoints } from '#contract/gallery/gallery.ts'
import { addGalleryItems, galleryOwners, galleryTags, items } from './gallery-items.ts'
import { previewsAt4G } from './previews.ts'

const barMs = 50
const previewsBarMs = 3_000
const warmUp = 100
const requests = 400
/** How many pages a member scrolls, now and then. */
const pagesMax = 8

interface Page {
  type: string
  items: unknown[]
  next: string | null
}

const timed = async <Answer>(work: () => Promise<Answer>): Promise<{ ms: number; answer: Answer }> => {
  const startedAt = performance.now()
  const answer = await work()
  return { ms: performance.now() - startedAt, answer }
}

const randomInput = (next: () => number): Record<string, unknown> => {
  const list = ['newest', 'newest', 'forYou', 'free', 'saved'][Math.floor(next() * 5)]
  return {
    list,
    ...(next() < 0.4 ? { tag: galleryTags[Math.floor(next() * galleryTags.length)] } : {}),
    ...(next() < 0.3 ? { priceTo: [100, 200, 300, 500][Math.floor(next() * 4)] } : {}),
    ...(next() < 0.1 ? { broadcasterId: String(45_000_000 + Math.floor(next() * galleryOwners)) } : {}),
  }
}

const kindOf = (input: Record<string, unknown>): string =>
  [input.list, ...(input.tag ? ['by tag'] : []), ...(input.broadcasterId ? ['of one'] : [])].join(' ')

const requestMix = async (seed: number, count: number, request: (input: object) => Promise<Page>) => {
  const next = numbersFrom(seed)
  const times: { ms: number; input: Record<string, unknown> }[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const wanted = randomInput(next)
    let after: string | null = null
    for (let page = 0; page < (nth % 4 === 0 ? pagesMax : 1); page += 1) {
      const input: Record<string, unknown> = after === null ? wanted : { ...wanted, after }
      const { ms, answer } = await timed(() => request(input))
      if (answer.type !== 'success') throw new Error(`${JSON.stringify(input)}: ${JSON.stringify(answer)}`)
      times.push({ ms, input })
      after = answer.next
      if (after === null) break
    }
  }
  return times
}

const listP99 = (print: (line: string) => void): Promise<number> =>
  withMembersApp(2, async ({ database, startApp }) => {
    const app = startApp()
    const { url, callers } = await app.next<MembersApp>()
    const cookie = callers[0]?.cookie ?? ''
    const filled = await timed(() => addGalleryItems(database.sql))
    print(`${items} items made in ${(filled.ms / 1000).toFixed(0)} s`)
    const request = (input: object) =>
      post<Page>(`${url}${galleryEndpoints.getGalleryItems.path}`, cookie, input)
    await requestMix(1, warmUp, request)
    const times = await requestMix(2, requests, request)
    const all = times.map(({ ms }) => ms)
    const p99 = percentile(all, 99)
    print(
      `p50 ${percentile(all, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${Math.max(...all).toFixed(1)} ms (${all.length})`,
    )
    for (const kind of new Set(times.map(({ input }) => kindOf(input)))) {
      const some = times.filter(({ input }) => kindOf(input) === kind).map(({ ms }) => ms)
      print(
        `  ${kind}: p50 ${percentile(some, 50).toFixed(1)} ms, p99 ${percentile(some, 99).toFixed(1)} ms (${some.length})`,
      )
    }
    const [slowest] = times.toSorted((one, other) => other.ms - one.ms)
    print(`  the slowest: ${JSON.stringify(slowest?.input)}`)
    const reference: number[] = []
    for (let nth = 0; nth < requests; nth += 1)
      reference.push(
        (await timed(() => post(`${url}/api/get-user-inf-for-web`, '', { userId: '45000000' }))).ms,
      )
    print(
      `a profile by key: p50 ${percentile(reference, 50).toFixed(1)} ms, p99 ${percentile(reference, 99).toFixed(1)} ms`,
    )
    return p99
  })

export const bench: Bench = async (print) => {
  const p99 = await listP99(print)
  const previewsMs = await previewsAt4G(print)
  return {
    figure: `${p99.toFixed(1)}ms,previews=${(previewsMs / 1_000).toFixed(2)}s`,
    bar: `<${barMs}ms,previews<${previewsBarMs / 1_000}s`,
    isMet: p99 < barMs && previewsMs < previewsBarMs,
  }
}
