/**
 * `get-list-conversation` of a member with 1,000 conversations: CPU a request, of the app and of PostgreSQL's processes
 * that serve it.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Bench, median } from '#bench/bench.ts'
import type { Child } from '#bench/shared/child.ts'
import type { BenchMember } from '#bench/shared/members.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { post } from '#bench/shared/page-sockets.ts'
import { withMembersApp } from '#bench/shared/with-members-app.ts'
import type { ConversationItem } from '#contract/chat/chat.ts'
import type { Sql } from '#server/db/database.ts'

const conversations = 1_000
const warmUpRequests = 300
const rounds = 5
const requestsPerRound = 200
const barMs = 10
/** Linux counts a process's time in hundredths of a second. */
const tickMs = 10

interface ListAnswer {
  type: string
  conversations: ConversationItem[]
  next: { lastAt: string; partnerId: string } | null
}

/** CPU time of the database's client backends so far. */
const databaseCpuMs = async (sql: Sql): Promise<number> => {
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  const times = backends.map(async ({ pid }) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const [, ...fields] = stat.slice(stat.lastIndexOf(')')).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  })
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0)
}

/** Every partner writes to the caller once. */
const fill = async (url: string, caller: BenchMember, partners: readonly BenchMember[]): Promise<void> => {
  const waiting = [...partners]
  const worker = async () => {
    for (let broadcaster = waiting.pop(); broadcaster; broadcaster = waiting.pop()) {
      const input = {
        messageId: randomUUID(),
        partnerId: caller.id,
        text: 'はじめまして。よろしくお願いします。',
      }
      const answer = await post(`${url}/api/send-text-message`, broadcaster.cookie, input)
      if (answer.type !== 'success') throw new Error(`not sent: ${answer.code}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

const firstPage = (url: string, caller: BenchMember) =>
  post<ListAnswer>(`${url}/api/get-list-conversation`, caller.cookie, {})

/** All pages of the list, as a member who scrolls to the end loads them. */
const wholeList = async (url: string, caller: BenchMember): Promise<number> => {
  let page = await firstPage(url, caller)
  let count = page.conversations.length
  while (page.next) {
    page = await post<ListAnswer>(`${url}/api/get-more-chat-history`, caller.cookie, { before: page.next })
    count += page.conversations.length
  }
  return count
}

const cpuOf = async (app: Child, sql: Sql, times: number, work: () => Promise<unknown>) => {
  const before = { app: await app.request<number>('cpu'), database: await databaseCpuMs(sql) }
  for (let nth = 0; nth < times; nth += 1) await work()
  const appMs = ((await app.request<number>('cpu')) - before.app) / 1000 / times
  return { appMs, databaseMs: ((await databaseCpuMs(sql)) - before.database) / times }
}

export const bench: Bench = (print) =>
  withMembersApp(2 * conversations, async ({ database, startApp }) => {
    const app = startApp()
    const { url, callers, broadcasters } = await app.next<MembersApp>()
    const [caller] = callers
    if (!caller) throw new Error('no caller')
    await fill(url, caller, broadcasters)
    const listed = await wholeList(url, caller)
    for (let nth = 0; nth < warmUpRequests; nth += 1) await firstPage(url, caller)
    const costs = []
    for (let round = 0; round < rounds; round += 1)
      costs.push(await cpuOf(app, database.sql, requestsPerRound, () => firstPage(url, caller)))
    const appMs = median(costs.map((cost) => cost.appMs))
    const databaseMs = median(costs.map((cost) => cost.databaseMs))
    print(`first page    app ${appMs.toFixed(2)} ms, PostgreSQL ${databaseMs.toFixed(2)} ms`)
    const whole = await cpuOf(app, database.sql, 20, () => wholeList(url, caller))
    print(`all ${listed}    app ${whole.appMs.toFixed(1)} ms, PostgreSQL ${whole.databaseMs.toFixed(1)} ms`)
    const cpuMs = appMs + databaseMs
    const isMet = listed === conversations && cpuMs < barMs
    return { figure: `${cpuMs.toFixed(2)}ms`, bar: `<${barMs}ms`, isMet }
  })
