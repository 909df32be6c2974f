/**
 * Rings among 2,000 open pages: from the caller's request to `call:incoming` at the broadcaster's page, over the real
 * path with its hold on points, while all pages beat and watch each other's states. The reference hands a message
 * from bare `node:http` to one of 2,000 bare WebSockets.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Bench, percentile } from './bench.ts'
import { type Child, startChild } from './child.ts'
import { withBenchServer } from './postgres.ts'
import type { RingsApp } from './rings-app.ts'
import type { BareQuestion } from './rings-bare-pages.ts'
import type { RingsQuestion, Rung } from './rings-pages.ts'

const pages = 2_000
/** Each of the thousand callers rings about every 50 s. */
const ringsPerSec = 20
const rings = 1_000
/** V8 compiles what is hot; both sides get it. */
const warmUpRings = 200
const barMs = 100

type Print = (line: string) => void

const shown = (delays: readonly number[]): string =>
  [50, 99, 100].map((percent) => `p${percent} ${percentile(delays, percent).toFixed(1)} ms`).join(', ')

const measureBare = async (children: Child[], print: Print): Promise<number[]> => {
  const bare = startChild('./rings-bare.ts')
  const load = startChild('./rings-bare-pages.ts')
  children.push(bare, load)
  const ask = <Answer>(question: BareQuestion) => load.ask<Answer>(question)
  await ask({ type: 'connect', port: await bare.next<number>(), count: pages })
  await ask({ type: 'ring', ringsPerSec, count: warmUpRings })
  const delays = await ask<number[]>({ type: 'ring', ringsPerSec, count: rings })
  print(`bare WebSockets  ${shown(delays)}`)
  await Promise.all([bare.end(), load.end()])
  return delays
}

const measureApp = async (children: Child[], env: Record<string, string>, print: Print): Promise<Rung> => {
  const app = startChild('./rings-app.ts', { env })
  const load = startChild('./rings-pages.ts')
  children.push(app, load)
  const ask = <Answer>(question: RingsQuestion) => load.ask<Answer>(question)
  const ready = await app.next<RingsApp>()
  const startedAt = performance.now()
  const connected = await ask<number>({ type: 'connect', app: ready })
  print(`${connected} pages connected in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  await ask({ type: 'ring', ringsPerSec, count: warmUpRings })
  const before = { cpuUs: await app.ask<number>('cpu'), atMs: performance.now() }
  const rung = await ask<Rung>({ type: 'ring', ringsPerSec, count: rings })
  const cpuMs = ((await app.ask<number>('cpu')) - before.cpuUs) / 1000
  const wallMs = performance.now() - before.atMs
  print(`rings            ${shown(rung.delays)}`)
  print(
    `app              ${((cpuMs / wallMs) * 100).toFixed(0)}% of a core, ${(cpuMs / rings).toFixed(1)} ms a ring`,
  )
  await Promise.all([load.end(), app.end()])
  return rung
}

export const bench: Bench = (print) =>
  withBenchServer(async ({ url }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-rings-'))
    const env = {
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      MEDIA_UDP_PORT: '0',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      DEMO: 'false',
      LOG_LEVEL: 'error',
      BENCH_MEMBERS: String(pages),
    }
    const children: Child[] = []
    try {
      const bare = await measureBare(children, print)
      const { delays, wrong, refused } = await measureApp(children, env, print)
      const p99 = percentile(delays, 99)
      print(`p99 against bare ${(p99 / percentile(bare, 99)).toFixed(1)}×`)
      const isWhole = delays.length === rings && wrong === 0
      if (!isWhole)
        print(
          `${delays.length} of ${rings} rang, ${wrong} elsewhere or twice; refused ${JSON.stringify(refused)}`,
        )
      return { figure: `${p99.toFixed(1)}ms`, bar: `<${barMs}ms`, isMet: isWhole && p99 < barMs }
    } finally {
      await Promise.all(children.map((child) => child.end()))
      await rm(dataDir, { recursive: true, force: true })
    }
  })
