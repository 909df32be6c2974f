/**
 * P4: CPU for each forwarded packet with 100 watchers, ours against Debian's Janus (VideoRoom). The same load, in a
 * process of its own, drives both in turn: NACK, RTX and sender reports on. Counted where packets arrive, so that
 * what is lost is not counted as forwarded.
 */
import { type Bench, median } from '#bench/bench.ts'
import { type Child, startChild } from '#bench/shared/child.ts'
import { cpuOf } from './cpu.ts'
import { type Janus, JanusMissing, startJanus } from './media-janus.ts'
import type { LoadOrder } from './media-load.ts'
import type { Counts } from './media-people.ts'

const ratioMax = 0.25
const subscribers = 100
const rounds = 3
const settleMs = 3_000
const windowMs = 8_000

interface Server {
  name: 'own' | 'janus'
  label: string
  url: string
  pid: number
}

/** One round: everybody joins, the window is measured, everybody leaves. */
const costOf = async (server: Server, load: Child, print: (line: string) => void): Promise<number> => {
  const order = <Answer>(one: LoadOrder) => load.ask<Answer>(one)
  await order({ type: 'join', server: server.name, url: server.url, subscribers })
  await order<Counts>({ type: 'measure', durationMs: settleMs })
  const before = cpuOf(server.pid)
  const counts = await order<Counts>({ type: 'measure', durationMs: windowMs })
  const cpu = cpuOf(server.pid) - before
  await order({ type: 'leave' })
  const perSec = counts.packets / subscribers / (windowMs / 1_000)
  const lost = 1 - counts.packets / counts.expected
  print(
    `${server.label.padEnd(22)} ${(cpu / counts.packets).toFixed(1)} µs/packet, ${(cpu / windowMs / 10).toFixed(0)} % of a core; ` +
      `${perSec.toFixed(0)} packets/s each, ${(lost * 100).toFixed(2)} % lost, ` +
      `${counts.nacks} NACKs and ${counts.retransmitted} answers, ${counts.senderReports} sender reports`,
  )
  if (counts.retransmitted === 0 || counts.senderReports === 0)
    throw new Error(`${server.label} forwarded without RTX or sender reports`)
  return cpu / counts.packets
}

const compare = async (servers: readonly Server[], load: Child, print: (line: string) => void) => {
  const costs = new Map(servers.map((server): [Server, number[]] => [server, []]))
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) costs.get(server)?.push(await costOf(server, load, print))
  }
  return servers.map((server) => median(costs.get(server) ?? []))
}

const measure = async (januses: readonly [Janus, Janus], print: (line: string) => void): Promise<number> => {
  const [standard, shared] = januses
  const own = startChild(new URL('./media-server.ts', import.meta.url))
  const load = startChild(new URL('./media-load.ts', import.meta.url))
  try {
    const [url] = await Promise.all([own.next<string>(), load.next()])
    const servers: Server[] = [
      { name: 'own', label: 'ours', url, pid: own.pid },
      { name: 'janus', label: 'Janus', url: standard.url, pid: standard.pid },
      { name: 'janus', label: 'Janus, event_loops=2', url: shared.url, pid: shared.pid },
    ]
    const [ours = Number.NaN, theirs = Number.NaN, theirsShared = Number.NaN] = await compare(
      servers,
      load,
      print,
    )
    print(
      `Janus as Debian configures it is the reference; with two event loops: ${ratioOf(ours, theirsShared)}`,
    )
    return ours / theirs
  } finally {
    await Promise.all([own.end(), load.end()])
  }
}

const ratioOf = (ours: number, theirs: number): string => `${(ours / theirs).toFixed(2)}×`

export const bench: Bench = async (print) => {
  const bar = `≤${ratioMax}×`
  const januses: Janus[] = []
  try {
    const standard = await startJanus(0)
    januses.push(standard)
    const shared = await startJanus(2)
    januses.push(shared)
    const ratio = await measure([standard, shared], print)
    return { figure: `${ratio.toFixed(2)}×`, bar, isMet: ratio <= ratioMax }
  } catch (error) {
    if (!(error instanceof JanusMissing)) throw error
    print('Janus, the reference, is not on this machine (apt-get install janus): the figure counts as unmet')
    return { figure: 'none', bar, isMet: false }
  } finally {
    await Promise.all(januses.map((janus) => janus.stop()))
  }
}
