/**
 * P10: a live room with its meters: CPU for each watched packet where every fiftieth packet is requested again, against
 * Janus with two event loops; and, with everybody watching, how long a newcomer waits for the first picture.
 */
import { type Bench, median, percentile } from '#bench/bench.ts'
import { cpuOf } from '#bench/media/cpu.ts'
import { JanusMissing, startJanus } from '#bench/media/media-janus.ts'
import type { LoadOrder } from '#bench/media/media-load.ts'
import type { Counts } from '#bench/media/media-people.ts'
import { type Child, startChild } from '#bench/shared/child.ts'

const watchers = Number(process.env.LIVE_WATCHERS ?? 300)
const rounds = Number(process.env.LIVE_ROUNDS ?? 3)
const newcomers = 20
/** 2 % of the picture. */
const nackEvery = 50
const settleMs = 3_000
const windowMs = 8_000
const ratioMax = 1

interface Server {
  name: 'own' | 'janus'
  label: string
  url: string
  pid: number
}

const costOf = async (server: Server, load: Child, print: (line: string) => void): Promise<number> => {
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
  return cost
}

const measure = async (servers: readonly Server[], load: Child, print: (line: string) => void) => {
  const costs = new Map(servers.map((server): [Server, number[]] => [server, []]))
  for (let round = 0; round < rounds; round++)
    for (const server of servers) costs.get(server)?.push(await costOf(server, load, print))
  return servers.map((server) => median(costs.get(server) ?? []))
}

export const bench: Bench = async (print) => {
  const bar = `≤${ratioMax}×`
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
    const [ours = Number.NaN, theirs] = await measure(servers, load, print)
    if (theirs === undefined) {
      print(
        'Janus, the reference, is not on this machine (apt-get install janus): the figure counts as unmet',
      )
      return { figure: 'none', bar, isMet: false }
    }
    return { figure: `${(ours / theirs).toFixed(2)}×`, bar, isMet: ours / theirs <= ratioMax }
  } finally {
    await Promise.all([own.end(), load.end(), janus?.stop()])
  }
}
