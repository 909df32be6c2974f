/**
 * P1: server CPU of one authenticated poll against a bare `node:http` POST with JSON.parse. The same generator sends
 * both the same headers; the processes count their own CPU time, all threads and the garbage collector included.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Bench, median } from '#bench/bench.ts'
import { type Child, startChild } from '#bench/shared/child.ts'
import { appEnv } from '#bench/shared/with-members-app.ts'
import type { PollServer } from './poll-cpu.ts'
import type { Load, Loaded } from './poll-load.ts'

const ratioMax = 2
const rounds = 7
/** V8 needs seconds of load to compile hot code; both sides get them. */
const warmUpMs = 6_000
const windowMs = 2_000
interface Poll {
  path: string
  body?: object
}

const polls: readonly Poll[] = [
  { path: '/api/check-incoming-call' },
  { path: '/api/get-my-point' },
  { path: '/api/get-new-chat', body: { latestTimeStamp: Date.now() } },
]

const barePoll: Poll = { path: '/' }

interface Measured extends PollServer {
  child: Child
}

/** Microseconds of CPU per request of one window. */
const costOf = async (
  server: Measured,
  load: Child,
  { path, body }: Poll,
  durationMs: number,
): Promise<number> => {
  const before = await server.child.request<number>('cpu')
  const question: Load = {
    port: server.port,
    path,
    ...(body ? { body } : {}),
    cookies: server.cookies,
    durationMs,
  }
  const { requests, failures } = await load.request<Loaded>(question)
  const after = await server.child.request<number>('cpu')
  if (requests === 0 || failures > 0) throw new Error(`${path}: ${failures} of ${requests} answers failed`)
  return (after - before) / requests
}

const started = async (child: Child): Promise<Measured> => ({ child, ...(await child.next<PollServer>()) })

const measure = async (
  app: Measured,
  bare: Measured,
  load: Child,
  print: (line: string) => void,
): Promise<number[]> => {
  for (const poll of polls) await costOf(app, load, poll, warmUpMs)
  await costOf(bare, load, barePoll, warmUpMs)
  const costs = { bare: [] as number[], polls: polls.map((): number[] => []) }
  for (let round = 0; round < rounds; round++) {
    costs.bare.push(await costOf(bare, load, barePoll, windowMs))
    for (const [index, poll] of polls.entries())
      costs.polls[index]?.push(await costOf(app, load, poll, windowMs))
  }
  const bareCost = median(costs.bare)
  print(`bare node:http         ${bareCost.toFixed(1)} µs/request`)
  return polls.map(({ path }, index) => {
    const cost = median(costs.polls[index] ?? [])
    print(`${path.padEnd(22)} ${cost.toFixed(1)} µs/request, ${(cost / bareCost).toFixed(2)}×`)
    return cost / bareCost
  })
}

export const bench: Bench = async (print) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-poll-'))
  const env = appEnv(dataDir)
  const children = [
    startChild(new URL('./poll-app.ts', import.meta.url), { env }),
    startChild(new URL('./poll-bare.ts', import.meta.url)),
    startChild(new URL('./poll-load.ts', import.meta.url)),
  ]
  try {
    const [app, bare, load] = children as [Child, Child, Child]
    const ready = Promise.all([started(app), started(bare), load.next()])
    const [appServer, bareServer] = await ready
    const ratios = await measure(appServer, bareServer, load, print)
    const worst = Math.max(...ratios)
    return { figure: `${worst.toFixed(2)}×`, bar: `≤${ratioMax.toFixed(1)}×`, isMet: worst <= ratioMax }
  } finally {
    await Promise.all(children.map((child) => child.end()))
    await rm(dataDir, { recursive: true, force: true })
  }
}
