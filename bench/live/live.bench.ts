/**
 * P10: a live room with its meters and 200 watchers who lose 2 % of the packets, while comments flow: CPU for each
 * watched packet, against LiveKit's server where LIVEKIT_SERVER names its binary, and Janus with two event loops
 * otherwise; and how long a newcomer waits for the first picture. The comments are the product's own, paid and sent to
 * every watcher's page, beside either media server; what they cost the app is shown, and is no part of the ratio.
 */
import { type Bench, median, percentile } from '#bench/bench.ts'
import { cpuOf } from '#bench/media/cpu.ts'
import { JanusMissing, startJanus } from '#bench/media/media-janus.ts'
import { startLiveKit } from '#bench/media/media-livekit.ts'
import type { Entrance, LoadOrder } from '#bench/media/media-load.ts'
import type { Counts } from '#bench/media/media-people.ts'
import { startOwnMedia } from '#bench/media/own-process.ts'
import { type Child, startChild } from '#bench/shared/child.ts'
import { type Comments, withComments } from './comments.ts'

/** Fewer only to try the benchmark itself. */
const watchers = Number(process.env.LIVE_WATCHERS ?? 200)
const rounds = Number(process.env.LIVE_ROUNDS ?? 3)
const newcomers = 20
const lossShare = 0.02
const commentsPerSec = 10
const settleMs = 3_000
const windowMs = 8_000
const ratioMax = 1
const firstPictureMsMax = 1_000

interface Server {
  name: 'own' | 'janus' | 'livekit'
  label: string
  url: string
  secret?: string
  pid: number
}

interface Reference extends Server {
  stop(): Promise<void>
}

interface Measured {
  /** CPU for each watched packet, in microseconds. */
  cost: number
  /** From entering to the first picture, in milliseconds, of each newcomer. */
  waits: number[]
}

interface Run {
  load: Child
  comments: Comments
  print: (line: string) => void
}

const measureOnce = async (server: Server, { load, comments, print }: Run): Promise<Measured> => {
  const order = <Answer>(one: LoadOrder) => load.request<Answer>(one)
  const { name, url, secret = '' } = server
  await order({ type: 'join', server: name, url, secret, subscribers: watchers, lossShare })
  await order<Counts>({ type: 'measure', durationMs: settleMs })
  const flowing = comments.flow(commentsPerSec, windowMs)
  const before = cpuOf(server.pid)
  const { packets, expected, nacks } = await order<Counts>({ type: 'measure', durationMs: windowMs })
  const cpu = cpuOf(server.pid) - before
  const { appCpuShare, p95Ms } = await flowing
  const entrances = await order<Entrance[]>({ type: 'enter', count: newcomers })
  const waits = entrances.map(({ pictureMs }) => pictureMs)
  await order({ type: 'leave' })
  const cost = cpu / packets
  const perWatcherSec = packets / watchers / (windowMs / 1_000)
  print(
    `${server.label.padEnd(22)} ${cost.toFixed(1)} µs/packet, ${Math.floor(1e6 / (cost * perWatcherSec))} watchers a core, ` +
      `${(nacks / watchers / (windowMs / 1_000)).toFixed(1)} requests/s each, ${((1 - packets / expected) * 100).toFixed(2)} % never came; ` +
      `first picture of a newcomer: median ${median(waits).toFixed(0)} ms, p95 ${percentile(waits, 95).toFixed(0)} ms; ` +
      `comments p95 ${p95Ms.toFixed(0)} ms, app ${(appCpuShare * 100).toFixed(0)} % of a core`,
  )
  return { cost, waits }
}

const measure = async (servers: readonly Server[], run: Run) => {
  const measured = new Map(servers.map((server): [Server, Measured[]] => [server, []]))
  for (let round = 0; round < rounds; round++)
    for (const server of servers) measured.get(server)?.push(await measureOnce(server, run))
  return servers.map((server): Measured => {
    const all = measured.get(server) ?? []
    return { cost: median(all.map(({ cost }) => cost)), waits: all.flatMap(({ waits }) => waits) }
  })
}

const startReference = async (): Promise<Reference | null> => {
  const liveKit = await startLiveKit()
  if (liveKit) return { ...liveKit, name: 'livekit', label: 'LiveKit' }
  const janus = await startJanus(2).catch((error: unknown) => {
    if (!(error instanceof JanusMissing)) throw error
    return null
  })
  return janus && { ...janus, name: 'janus', label: 'Janus, event_loops=2' }
}

export const bench: Bench = (print) =>
  withComments(watchers, async (comments) => {
    const bar = `≤${ratioMax}×,≤${firstPictureMsMax}ms`
    const own = await startOwnMedia(print)
    const load = startChild(new URL('../media/media-load.ts', import.meta.url))
    const reference = await startReference()
    try {
      const [url] = await Promise.all([own.next<string>(), load.next()])
      const servers: Server[] = [{ name: 'own', label: 'ours', url, pid: own.pid }]
      if (reference) servers.push(reference)
      const [ours, theirs] = await measure(servers, { load, comments, print })
      const waitMs = percentile(ours?.waits ?? [], 95)
      if (!ours || !theirs) {
        print('no reference is on this machine (LIVEKIT_SERVER, JANUS_ROOT): the figure counts as unmet')
        return { figure: `none,${waitMs.toFixed(0)}ms`, bar, isMet: false }
      }
      const ratio = ours.cost / theirs.cost
      return {
        figure: `${ratio.toFixed(2)}×,${waitMs.toFixed(0)}ms`,
        bar,
        isMet: ratio <= ratioMax && waitMs <= firstPictureMsMax,
      }
    } finally {
      await Promise.all([own.end(), load.end(), reference?.stop()])
    }
  })
