/**
 * P6: 10,000 signed-in clients that poll as specified, 7,500 polls a second, while messages are written. The generator
 * has one core, the app with its PostgreSQL the other.
 */

import type { Bench } from '#bench/bench.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { parentPid, pinTree } from '#bench/shared/pin.ts'
import { withMembersApp } from '#bench/shared/with-members-app.ts'
import type { Sql } from '#server/db/database.ts'
import type { LoadQuestion, Polled } from './load-clients.ts'

const clients = 10_000
const warmUpMs = 20_000
const durationMs = 60_000
const messagesPerSec = 20
const barMs = 100

/** The delay that this percentage of the polls doesn't exceed. */
const delayAt = (delays: readonly number[], percent: number): number => {
  const wanted = (delays.reduce((sum, count) => sum + count, 0) * percent) / 100
  let seen = 0
  return delays.findIndex((count) => {
    seen += count
    return seen >= wanted
  })
}

const pinDatabase = async (sql: Sql, core: number): Promise<void> => {
  const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  if (!own) throw new Error('no backend')
  await pinTree(await parentPid(own.pid), core)
}

export const bench: Bench = (print) =>
  withMembersApp(clients, async ({ database, start, startApp }) => {
    const app = startApp()
    const load = start(new URL('./load-clients.ts', import.meta.url))
    const request = <Answer>(question: LoadQuestion) => load.request<Answer>(question)
    const ready = await app.next<MembersApp>()
    await pinTree(load.pid, 0)
    await pinTree(app.pid, 1)
    await pinDatabase(database.sql, 1)
    print(`${await request<number>({ type: 'connect', app: ready })} clients`)
    await request({ type: 'poll', durationMs: warmUpMs, messagesPerSec })
    const before = await app.request<number>('cpu')
    const polled = await request<Polled>({ type: 'poll', durationMs, messagesPerSec })
    const cpuMs = ((await app.request<number>('cpu')) - before) / 1000
    const shown = [50, 99, 100].map((percent) => `p${percent} ${delayAt(polled.delays, percent)} ms`)
    print(`${polled.polls} polls, ${((polled.polls * 1000) / durationMs).toFixed(0)}/s: ${shown.join(', ')}`)
    print(`${polled.brought} brought a new chat; ${polled.failures} failed`)
    print(
      `app ${((cpuMs / durationMs) * 100).toFixed(0)}% of its core; the generator sent ${polled.lateMs.toFixed(0)} ms late at worst`,
    )
    const p99 = delayAt(polled.delays, 99)
    return { figure: `${p99}ms`, bar: `<${barMs}ms`, isMet: p99 < barMs && polled.failures === 0 }
  })
