/**
 * P4: CPU for each forwarded packet with 100 watchers in one room and with 50 rooms of two, memory for each of these
 * rooms, and how long a newcomer waits when ten join at once; ours against Debian's Janus (VideoRoom), and against
 * LiveKit and MediaMTX where LIVEKIT_SERVER and MEDIAMTX_SERVER name their binaries. The same load, in a process of its
 * own, drives all in turn: NACK, RTX and sender reports on. Counted where packets arrive, so that what is lost is not
 * counted as forwarded.
 */
import { readFileSync } from 'node:fs'
import { type Bench, median, percentile } from '#bench/bench.ts'
import { type Child, startChild } from '#bench/shared/child.ts'
import { cpuOf } from './cpu.ts'
import { JanusMissing, startJanus } from './media-janus.ts'
import { startLiveKit } from './media-livekit.ts'
import type { Entrance, LoadOrder, ServerName } from './media-load.ts'
import { startMediaMtx } from './media-mediamtx.ts'
import type { Counts } from './media-people.ts'
import { startOwnMedia } from './own-process.ts'

/** Fewer only to try the benchmark itself. */
const watchers = Number(process.env.MEDIA_WATCHERS ?? 100)
const roomsOfTwo = Number(process.env.MEDIA_ROOMS ?? 50)
const rounds = Number(process.env.MEDIA_ROUNDS ?? 3)
const newcomers = { count: 30, atOnce: 10 }
const settleMs = 3_000
/** A server's memory has grown by then: what is kept for retransmission is kept for some seconds. */
const roomsSettleMs = 12_000
const windowMs = 8_000
const bars = { watchersRatio: 0.6, roomsRatio: 0.8, roomMb: 3 }

interface Server {
  name: ServerName
  label: string
  url: string
  secret?: string
  pid: number
  stop(): Promise<void>
}

/** A server that isn't on this machine is left out. */
type Starter = () => Promise<Server | null>

const startOwn: Starter = async () => {
  const child = await startOwnMedia(console.log)
  const url = await child.next<string>()
  return { name: 'own', label: 'ours', url, pid: child.pid, stop: () => child.end() }
}

const startJanusWith =
  (label: string, eventLoops: number): Starter =>
  async () => {
    const janus = await startJanus(eventLoops).catch((error: unknown) => {
      if (!(error instanceof JanusMissing)) throw error
      return null
    })
    return janus && { ...janus, name: 'janus', label }
  }

const starters: readonly Starter[] = [
  startOwn,
  startJanusWith('Janus', 0),
  startJanusWith('Janus, event_loops=2', 2),
  async () => {
    const liveKit = await startLiveKit()
    return liveKit && { ...liveKit, name: 'livekit', label: 'LiveKit' }
  },
  async () => {
    const mediaMtx = await startMediaMtx()
    return mediaMtx && { ...mediaMtx, name: 'mediamtx', label: 'MediaMTX' }
  },
]

interface Run {
  load: Child
  print: (line: string) => void
}

/** Resident, in MB. */
const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

const loadAverage = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? ''

const flow = async ({ name, label, url, secret = '', pid }: Server, run: Run, shape: Shape) => {
  const order = <Answer>(one: LoadOrder) => run.load.request<Answer>(one)
  const memoryBefore = memoryOf(pid)
  const { rooms, subscribers } = shape
  await order({ type: 'join', server: name, url, secret, rooms, subscribers })
  await order<Counts>({ type: 'measure', durationMs: shape.settleMs })
  const before = cpuOf(pid)
  const counts = await order<Counts>({ type: 'measure', durationMs: windowMs })
  const cost = (cpuOf(pid) - before) / counts.packets
  const roomMb = (memoryOf(pid) - memoryBefore) / rooms
  run.print(
    `${label.padEnd(22)} ${cost.toFixed(1)} µs/packet, ${((cost * counts.packets) / windowMs / 10).toFixed(0)} % of a core; ` +
      `${(counts.packets / rooms / subscribers / (windowMs / 1_000)).toFixed(0)} packets/s each, ` +
      `${((1 - counts.packets / counts.expected) * 100).toFixed(2)} % lost, ` +
      `${counts.nacks} NACKs and ${counts.retransmitted} answers, ${counts.senderReports} sender reports; ` +
      `${roomMb.toFixed(2)} MB a room; load ${loadAverage()}`,
  )
  return { cost, roomMb, counts }
}

interface Shape {
  rooms: number
  /** Of each room. */
  subscribers: number
  settleMs: number
}

interface Measured {
  cost: number
  roomMb: number
  entrances: Entrance[]
}

const crowd: Shape = { rooms: 1, subscribers: watchers, settleMs }
const pairs: Shape = { rooms: roomsOfTwo, subscribers: 1, settleMs: roomsSettleMs }

/** One round in a fresh process: everybody joins, the window is measured, newcomers join, everybody leaves. */
const measureOnce = async (start: Starter, shape: Shape, run: Run): Promise<[string, Measured] | null> => {
  const server = await start()
  if (!server) return null
  try {
    const { cost, roomMb, counts } = await flow(server, run, shape)
    // MediaMTX repeats what is requested under the same source, which the client can't tell from the first time.
    if (server.name !== 'mediamtx' && counts.retransmitted === 0)
      throw new Error(`${server.label} forwarded without RTX`)
    if (counts.senderReports === 0) throw new Error(`${server.label} forwarded without sender reports`)
    const entering = { type: 'enter', ...newcomers } as const
    const entrances = shape === crowd ? await run.load.request<Entrance[]>(entering) : []
    await run.load.request({ type: 'leave' })
    return [server.label, { cost, roomMb, entrances }]
  } finally {
    await server.stop()
  }
}

const measure = async (shape: Shape, run: Run): Promise<Map<string, Measured[]>> => {
  const all = new Map<string, Measured[]>()
  for (let round = 0; round < rounds; round++) {
    for (const start of starters) {
      const [label, measured] = (await measureOnce(start, shape, run)) ?? []
      if (label && measured) all.set(label, [...(all.get(label) ?? []), measured])
    }
  }
  return all
}

const medianOf = (all: readonly Measured[], value: 'cost' | 'roomMb'): number =>
  median(all.map((each) => each[value]))

const printEntrances = (measured: ReadonlyMap<string, Measured[]>, { print }: Run): void => {
  for (const [label, all] of measured) {
    const steps = (['answerMs', 'iceMs', 'openMs', 'pictureMs'] as const).map((step) => {
      const waits = all.flatMap(({ entrances }) => entrances.map((each) => each[step]))
      // Janus makes the offer.
      return median(waits) > 0 ? `${median(waits).toFixed(0)} (${percentile(waits, 95).toFixed(0)})` : '–'
    })
    print(
      `${label.padEnd(22)} ${newcomers.atOnce} join at once, ms to answer, ICE, open, first picture: ${steps.join(', ')}`,
    )
  }
}

/** Ours to the best of the others: NaN without any. */
const ratioToBest = (measured: ReadonlyMap<string, Measured[]>, { print }: Run): number => {
  const costs = [...measured].map(([label, all]) => ({ label, cost: medianOf(all, 'cost') }))
  const [ours, ...others] = costs
  const [best] = others.toSorted((one, other) => one.cost - other.cost)
  for (const other of others)
    print(`to ${other.label}: ${((ours?.cost ?? Number.NaN) / other.cost).toFixed(2)}×`)
  return (ours?.cost ?? Number.NaN) / (best?.cost ?? Number.NaN)
}

export const bench: Bench = async (print) => {
  const load = startChild(new URL('./media-load.ts', import.meta.url))
  try {
    await load.next()
    const run = { load, print }
    print(`${watchers} watchers of one room:`)
    const watched = await measure(crowd, run)
    printEntrances(watched, run)
    const watchersRatio = ratioToBest(watched, run)
    print(`${roomsOfTwo} rooms of one who sends and one who watches:`)
    const calls = await measure(pairs, run)
    const roomsRatio = ratioToBest(calls, run)
    const roomMb = medianOf(calls.get('ours') ?? [], 'roomMb')
    if (Number.isNaN(watchersRatio)) print('no reference is on this machine: the figure counts as unmet')
    return {
      figure: `${watchersRatio.toFixed(2)}×,${roomsRatio.toFixed(2)}×,${roomMb.toFixed(1)}MB`,
      bar: `≤${bars.watchersRatio}×,≤${bars.roomsRatio}×,≤${bars.roomMb}MB`,
      isMet: watchersRatio <= bars.watchersRatio && roomsRatio <= bars.roomsRatio && roomMb <= bars.roomMb,
    }
  } finally {
    await load.end()
  }
}
