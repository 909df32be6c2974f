/**
 * Comments in one live room with 5,000 open pages at 50 paid comments a second: from the writer's request to the comment
 * at a page, and the app's CPU for each comment that is delivered to one page.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Bench, percentile } from '#bench/bench.ts'
import { shownDelays } from '#bench/shared/bare-pages.ts'
import { type Child, startChild } from '#bench/shared/child.ts'
import { withBenchServer } from '#bench/shared/postgres.ts'
import { appEnv } from '#bench/shared/with-members-app.ts'
import type { LiveApp } from './live-comments-app.ts'
import type { LiveQuestion, Written } from './live-comments-pages.ts'

/** Fewer than 5,000 only to try the benchmark itself. */
const pages = Number(process.env.LIVE_PAGES ?? 5_000)
const commentsPerSec = 50
const comments = 1_500
const warmUpComments = 300
const barMs = 150

export const bench: Bench = (print) =>
  withBenchServer(async ({ url }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-'))
    const children: Child[] = []
    const begin = (file: string, env: Record<string, string> = {}) => {
      const child = startChild(new URL(file, import.meta.url), { env })
      children.push(child)
      return child
    }
    try {
      const env = { ...appEnv(dataDir), DATABASE_URL: url, BENCH_MEMBERS: String(pages) }
      const app = begin('./live-comments-app.ts', env)
      const load = begin('./live-comments-pages.ts')
      const request = <Answer>(question: LiveQuestion) => load.request<Answer>(question)
      await request<number>({ type: 'connect', ...(await app.next<LiveApp>()) })
      await request<Written>({ type: 'write', commentsPerSec, count: warmUpComments })
      const before = { cpuUs: await app.request<number>('cpu'), atMs: performance.now() }
      const written = await request<Written>({ type: 'write', commentsPerSec, count: comments })
      const cpuUs = (await app.request<number>('cpu')) - before.cpuUs
      const wallMs = performance.now() - before.atMs
      print(`comments         ${shownDelays(written.delays)}`)
      print(`messages         ${(written.messages / pages).toFixed(0)} a page for ${comments} comments`)
      print(
        `app              ${(cpuUs / 10 / wallMs).toFixed(0)}% of a core, ${(cpuUs / (comments * pages)).toFixed(2)} µs for each delivered comment`,
      )
      const isWhole = written.wrong === 0 && Object.keys(written.refused).length === 0
      if (!isWhole) print(`${written.wrong} missed or came twice; refused ${JSON.stringify(written.refused)}`)
      const p99 = percentile(written.delays, 99)
      return { figure: `${p99.toFixed(1)}ms`, bar: `<${barMs}ms`, isMet: isWhole && p99 < barMs }
    } finally {
      await Promise.all(children.map((child) => child.end()))
      await rm(dataDir, { recursive: true, force: true })
    }
  })
