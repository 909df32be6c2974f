import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { percentile } from '#bench/bench.ts'
import type { LiveApp } from '#bench/live-comments/live-comments-app.ts'
import type { LiveQuestion, Written } from '#bench/live-comments/live-comments-pages.ts'
import { type Child, startChild } from '#bench/shared/child.ts'
import { withBenchServer } from '#bench/shared/postgres.ts'
import { appEnv } from '#bench/shared/with-members-app.ts'

export interface Flowed {
  /** The app's CPU for each second of wall clock, without PostgreSQL. */
  appCpuShare: number
  /** From the request to a page that reads it, in milliseconds. */
  p95Ms: number
}

/** The app with one live room, whose watchers' pages are open and write paid comments. */
export interface Comments {
  /** Writes at an even pace. Throws when a comment is refused, missing at a page or there twice. */
  flow(perSec: number, durationMs: number): Promise<Flowed>
}

export const withComments = <Result>(
  pages: number,
  work: (comments: Comments) => Promise<Result>,
): Promise<Result> =>
  withBenchServer(async ({ url }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-'))
    const children: Child[] = []
    const begin = (file: string, env: Record<string, string> = {}) => {
      const child = startChild(new URL(`../live-comments/${file}`, import.meta.url), { env })
      children.push(child)
      return child
    }
    try {
      const env = { ...appEnv(dataDir), DATABASE_URL: url, BENCH_MEMBERS: String(pages) }
      const app = begin('live-comments-app.ts', env)
      const writers = begin('live-comments-pages.ts')
      const request = <Answer>(question: LiveQuestion) => writers.request<Answer>(question)
      await request<number>({ type: 'connect', ...(await app.next<LiveApp>()) })
      return await work({
        flow: async (commentsPerSec, durationMs) => {
          const before = { cpuUs: await app.request<number>('cpu'), atMs: performance.now() }
          const count = Math.round((commentsPerSec * durationMs) / 1_000)
          const { delays, wrong, refused } = await request<Written>({ type: 'write', commentsPerSec, count })
          if (wrong > 0 || Object.keys(refused).length > 0)
            throw new Error(`${wrong} comments missed or twice, refused ${JSON.stringify(refused)}`)
          const cpuUs = (await app.request<number>('cpu')) - before.cpuUs
          const wallUs = (performance.now() - before.atMs) * 1_000
          return { appCpuShare: cpuUs / wallUs, p95Ms: percentile(delays, 95) }
        },
      })
    } finally {
      await Promise.all(children.map((child) => child.end()))
      await rm(dataDir, { recursive: true, force: true })
    }
  })
