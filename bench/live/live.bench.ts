/**
 * P10: a live room with its meters: CPU for each watched packet where every fiftieth packet is requested again, against
 * Janus with two event loops; and, with 200 watching, how long a newcomer waits for the first picture.
 */
import { type Bench, median, percentile } from '#bench/bench.ts'
import { cpuOf } from '#bench/media/cpu.ts'
import { JanusMissing, startJanus } from '#bench/media/media-janus.ts'
import type { LoadOrder } from '#bench/media/media-load.ts'
import type { Counts } from '#bench/media/media-people.ts'
import { type Child, startChild } from '#bench/shared/child.ts'

const watchers = Number(process.env.LIVE_WATCHERS ?? 200)
const rounds = Number(process.env.LIVE_ROUNDS ?? 3)
const newcomers = 20
/** 2 % of the picture. */
const nackEvery = 50
const settleMs = 3_000
const windowMs = 8_000
const ratioMax = 1
const firstPictureMsMax = 1_000

interface Server {
  name: 'own' | 'janus'
  label: string
  url: string
  pid: number
}

interface Measured {
  /** CPU for each watched packet, in microseconds. */
  cost: number
  /** From entering to the first picture, in milliseconds, of each newcomer. */
  waits: number[]
}

const measureOnce = async (server: Server, load: Child, print: (line: string) => void): Promise<Measured> => {
  const order = <Answer>(one: LoadOrder) => load.ask<Answer>(one)
  await order({ type: 'join', server: server.name, url: server.url, subscribers: watchers, nackEvery })
  await order<Counts>({ type: 'measure', durationMs: settleMs })
  const before = cpuOf(server.pid)
  const { packets, expected } = await order<Counts>({ type: 'measure', durationMs: windowMs })
  const cpu = cpuOf(server.pid) - before
  const waits = await order<number[]>({ type: 'enter', count: newcomers })
  await order({ type: 'leave' })
  const cost = cpu / packets
  const perWatcherSec = packets / watchers / (windowMs / 1_000)
  print(
    `${server.label.padEnd(22)} ${cost.toFixed(1)} µs/packet, ${Math.floor(1e6 / (cost * perWatcherSec))} watchers a core, ` +
      `${((1 - packets / expected) * 100).toFixed(2)} % lost; first picture of a newcomer: ` +
      `median ${median(waits).toFixed(0)} ms, p95 ${percentile(waits, 95).toFixed(0)} ms`,
  )
  return { cost, waits }
}

const measure = async (servers: readonly Server[], load: Child, print: (line: string) => void) => {
  const measured = new Map(servers.map((server): [Server, Measured[]] => [server, []]))
  for (let round = 0; round < rounds; round++)
    for (const server of servers) measured.get(server)?.push(await measureOnce(server, load, print))
  return servers.map((server): Measured => {
    const all = measured.get(server) ?? []
    return { cost: median(all.map(({ cost }) => cost)), waits: all.flatMap(({ waits }) => waits) }
  })
}

export const bench: Bench = async (print) => {
  const bar = `≤${ratioMax}×,≤${firstPictureMsMax}ms`
  const own = startChild(new URL('../media/media-server.ts', import.meta.url))
  const load = startChild(new URL('../media/media-load.ts', import.meta.url))
  const janus = await startJanus(2).catch((error: unknown) => {
    if (!(error instanceof JanusMissing)) throw error
    return null
  })
  try {
    const [url] = await Promise.all([own.next<string>(), load.next()])
    const servers: Server[] = [{ name: 'own', label: 'ours', url, pid: own.pid }]
    if (janus) servers.push({ name: 'janus', label: 'Janus, event_loops=2', url: janus.url, pid: janus.pid })
    const [ours, theirs] = await measure(servers, load, print)
    const waitMs = percentile(ours?.waits ?? [], 95)
    if (!ours || !theirs) {
      print('Janus, the reference, is not on this machine (JANUS_ROOT): the figure counts as unmet')
      return { figure: `none,${waitMs.toFixed(0)}ms`, bar, isMet: false }
    }
    const ratio = ours.cost / theirs.cost
    return {
      figure: `${ratio.toFixed(2)}×,${waitMs.toFixed(0)}ms`,
      bar,
      isMet: ratio <= ratioMax && waitMs <= firstPictureMsMax,
    }
  } finally {
    await Promise.all([own.end(), load.end(), janus?.stop()])
  }
}
