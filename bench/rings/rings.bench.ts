/**
 * Rings among 2,000 open pages: from the caller's request to `call:incoming` at the broadcaster's page, over the real
 * path with its hold on points, while all pages beat and watch each other's states. The reference hands a message
 * from bare `node:http` to one of 2,000 bare WebSockets.
 */

import { type Bench, percentile } from '#bench/bench.ts'
import { measureBarePages, shownDelays } from '#bench/shared/bare-pages.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { type MembersBench, withMembersApp } from '#bench/shared/with-members-app.ts'
import type { RingsQuestion, Rung } from './rings-pages.ts'

const pages = 2_000
/** Each of the thousand callers rings about every 50 s. */
const ringsPerSec = 20
const rings = 1_000
/** V8 compiles what is hot; both sides get it. */
const warmUpRings = 200
const barMs = 100

const measureApp = async (bench: MembersBench, print: (line: string) => void): Promise<Rung> => {
  const app = bench.startApp()
  const load = bench.start(new URL('./rings-pages.ts', import.meta.url))
  const request = <Answer>(question: RingsQuestion) => load.request<Answer>(question)
  const ready = await app.next<MembersApp>()
  const startedAt = performance.now()
  const connected = await request<number>({ type: 'connect', app: ready })
  print(`${connected} pages connected in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  await request({ type: 'ring', ringsPerSec, count: warmUpRings })
  const before = { cpuUs: await app.request<number>('cpu'), atMs: performance.now() }
  const rung = await request<Rung>({ type: 'ring', ringsPerSec, count: rings })
  const cpuMs = ((await app.request<number>('cpu')) - before.cpuUs) / 1000
  const wallMs = performance.now() - before.atMs
  print(`rings            ${shownDelays(rung.delays)}`)
  print(
    `app              ${((cpuMs / wallMs) * 100).toFixed(0)}% of a core, ${(cpuMs / rings).toFixed(1)} ms a ring`,
  )
  return rung
}

export const bench: Bench = (print) =>
  withMembersApp(pages, async (own) => {
    const load = { pages, perSec: ringsPerSec, warmUp: warmUpRings, count: rings }
    const bare = await measureBarePages(own, load)
    print(`bare WebSockets  ${shownDelays(bare)}`)
    const { delays, wrong, refused } = await measureApp(own, print)
    const p99 = percentile(delays, 99)
    print(`p99 against bare ${(p99 / percentile(bare, 99)).toFixed(1)}×`)
    const isWhole = delays.length === rings && wrong === 0
    if (!isWhole)
      print(
        `${delays.length} of ${rings} rang, ${wrong} elsewhere or twice; refused ${JSON.stringify(refused)}`,
      )
    return { figure: `${p99.toFixed(1)}ms`, bar: `<${barMs}ms`, isMet: isWhole && p99 < barMs }
  })
