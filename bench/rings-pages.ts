/**
 * Thousands of open pages, in a process of their own: each holds its socket, beats and watches people as the web
 * client does. Told to, callers ring broadcasters over HTTP; the time from the request to `call:incoming` at the
 * broadcaster's page is measured on this process's clock, and the ring is given up again.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { IncomingCallInfo } from '../contract/calls.ts'
import { type ClientEvents, presenceBeatMs, type ServerEvents } from '../contract/realtime.ts'
import type { BenchMember, RingsApp } from './rings-app.ts'

export type RingsQuestion =
  | { type: 'connect'; app: RingsApp }
  | { type: 'ring'; ringsPerSec: number; count: number }

export interface Rung {
  /** From the request to the ring, in milliseconds. */
  delays: number[]
  /** Rings that somebody else heard, or that were heard twice. */
  wrong: number
  refused: Record<string, number>
}

const connectingAtOnce = 50
/** What a home screen shows. */
const watchedByEach = 24
const heardWithinMs = 20_000

type Page = Socket<ServerEvents, ClientEvents>

/** Idle connections go before the server closes them (5 s). */
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 3_000 })
let app: RingsApp | null = null
/** Rings under way, by call. */
const rings = new Map<string, { calleeId: string; heard: (atMs: number) => void }>()
const over = new Set<string>()
let wrong = 0

const post = async (
  path: string,
  cookie: string,
  body: unknown,
): Promise<{ type: string; code?: string }> => {
  const asked = request(`${app?.url}${path}`, {
    method: 'POST',
    agent,
    headers: { cookie, 'content-type': 'application/json' },
  })
  asked.end(JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [AsyncIterable<Buffer>]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const hear = (memberId: string, info: IncomingCallInfo): void => {
  const now = performance.now()
  const ring = rings.get(info.channel_id)
  if (ring?.calleeId === memberId && !over.has(info.channel_id)) ring.heard(now)
  else wrong += 1
  over.add(info.channel_id)
}

const openPage = async (url: string, { id, cookie }: BenchMember, watched: string[]): Promise<void> => {
  const page: Page = io(url, {
    path: '/api/socket',
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
  })
  page.on('call:incoming', (info) => hear(id, info))
  await new Promise<void>((resolve, reject) => {
    page.once('connect', resolve)
    page.once('connect_error', reject)
  })
  page.emit('presence:watch', watched, () => undefined)
  page.io.on('ping', () => page.emit('presence:beat'))
  setInterval(() => page.emit('presence:beat'), presenceBeatMs)
}

const connect = async (to: RingsApp): Promise<number> => {
  app = to
  const waiting = [...to.callers, ...to.broadcasters]
  const total = waiting.length
  const anyBroadcaster = () => to.broadcasters[randomInt(to.broadcasters.length)]?.id ?? ''
  const worker = async () => {
    for (let member = waiting.pop(); member; member = waiting.pop()) {
      const watched = new Set(Array.from({ length: watchedByEach }, anyBroadcaster))
      await openPage(to.url, member, [...watched])
    }
  }
  await Promise.all(Array.from({ length: connectingAtOnce }, worker))
  return total
}

const ringOnce = async (him: BenchMember, her: BenchMember, result: Rung): Promise<void> => {
  const callId = randomUUID()
  const heardAt = new Promise<number>((resolve) => rings.set(callId, { calleeId: her.id, heard: resolve }))
  const startedAt = performance.now()
  const input = { callId, partnerId: her.id, callType: 'video' }
  const answer = await post('/api/send-call-request', him.cookie, input)
  if (answer.type === 'success') {
    const late = pause(heardWithinMs, Number.POSITIVE_INFINITY)
    result.delays.push((await Promise.race([heardAt, late])) - startedAt)
    await post('/api/cancel-call', him.cookie, { callId })
  } else {
    const code = answer.code ?? 'unknown'
    result.refused[code] = (result.refused[code] ?? 0) + 1
  }
  rings.delete(callId)
}

const shuffled = <Item>(items: readonly Item[]): Item[] => {
  const left = [...items]
  for (let index = left.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1)
    ;[left[index], left[other]] = [left[other] as Item, left[index] as Item]
  }
  return left
}

/** At an even pace, whatever becomes of the earlier ones. */
const ring = async (ringsPerSec: number, count: number): Promise<Rung> => {
  const result: Rung = { delays: [], wrong: 0, refused: {} }
  const [callers, broadcasters] = [shuffled(app?.callers ?? []), shuffled(app?.broadcasters ?? [])]
  const startedAt = performance.now()
  const underWay: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    const [him, her] = [callers[index % callers.length], broadcasters[index % broadcasters.length]]
    const waitMs = startedAt + (index * 1000) / ringsPerSec - performance.now()
    if (waitMs > 0) await pause(waitMs)
    if (him && her) underWay.push(ringOnce(him, her, result))
  }
  await Promise.all(underWay)
  return { ...result, wrong }
}

process.on('disconnect', () => process.exit())
process.on('message', (question: RingsQuestion) => {
  const answer =
    question.type === 'connect' ? connect(question.app) : ring(question.ringsPerSec, question.count)
  answer.then(
    (value) => process.send?.(value),
    (error: unknown) => {
      throw error
    },
  )
})
