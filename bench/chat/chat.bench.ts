/**
 * Messages among 2,000 open pages: from the sender's request to `chat:changed` at the partner's page, at 200 messages
 * a second, while all pages beat and watch each other's states. The reference hands a message from bare `node:http` to
 * one of 2,000 bare WebSockets at the same pace.
 */

import { type Bench, percentile } from '#bench/bench.ts'
import { measureBarePages, shownDelays } from '#bench/shared/bare-pages.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { type MembersBench, withMembersApp } from '#bench/shared/with-members-app.ts'
import type { ChatQuestion, Talked } from './chat-pages.ts'

const pages = 2_000
const messagesPerSec = 200
const messages = 6_000
/** V8 compiles what is hot, and every pair's conversation begins; both sides get it. */
const warmUpMessages = 2_000
const barMs = 100

const measureApp = async (bench: MembersBench, print: (line: string) => void): Promise<Talked> => {
  const app = bench.startApp()
  const load = bench.start(new URL('./chat-pages.ts', import.meta.url))
  const request = <Answer>(question: ChatQuestion) => load.request<Answer>(question)
  await request<number>({ type: 'connect', app: await app.next<MembersApp>() })
  await request({ type: 'talk', messagesPerSec, count: warmUpMessages })
  const before = { cpuUs: await app.request<number>('cpu'), atMs: performance.now() }
  const talked = await request<Talked>({ type: 'talk', messagesPerSec, count: messages })
  const cpuMs = ((await app.request<number>('cpu')) - before.cpuUs) / 1000
  const wallMs = performance.now() - before.atMs
  print(`messages         ${shownDelays(talked.delays)}`)
  print(
    `app              ${((cpuMs / wallMs) * 100).toFixed(0)}% of a core, ${(cpuMs / messages).toFixed(2)} ms a message`,
  )
  return talked
}

export const bench: Bench = (print) =>
  withMembersApp(pages, async (own) => {
    const load = { pages, perSec: messagesPerSec, warmUp: warmUpMessages, count: messages }
    const bare = await measureBarePages(own, load)
    print(`bare WebSockets  ${shownDelays(bare)}`)
    const { delays, wrong, refused } = await measureApp(own, print)
    const p99 = percentile(delays, 99)
    print(`p99 against bare ${(p99 / percentile(bare, 99)).toFixed(1)}×`)
    const isWhole = delays.length === messages && wrong === 0
    if (!isWhole)
      print(
        `${delays.length} of ${messages} arrived, ${wrong} elsewhere or twice; refused ${JSON.stringify(refused)}`,
      )
    return { figure: `${p99.toFixed(1)}ms`, bar: `<${barMs}ms`, isMet: isWhole && p99 < barMs }
  })
