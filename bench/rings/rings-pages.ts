/**
 * Thousands of open pages, in a process of their own. On command, callers ring broadcasters over HTTP; this process's
 * clock measures the time from the request to `call:incoming` at the broadcaster's page. Each ring is then cancelled.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchMember } from '#bench/shared/members.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { answerQuestions, atPace } from '#bench/shared/pace.ts'
import { openPages, post } from '#bench/shared/page-sockets.ts'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'

export type RingsQuestion =
  | { type: 'connect'; app: MembersApp }
  | { type: 'ring'; ringsPerSec: number; count: number }

export interface Rung {
  /** From the request to the ring, in milliseconds. */
  delays: number[]
  /** Rings that reached another page, or the same page twice. */
  wrong: number
  refused: Record<string, number>
}

const receivedWithinMs = 20_000

let app: MembersApp | null = null
/** Rings under way, by call. */
const rings = new Map<string, { calleeId: string; onMessage: (atMs: number) => void }>()
const over = new Set<string>()
let wrong = 0

const onRing = (memberId: string, info: IncomingCallInfo): void => {
  const now = performance.now()
  const ring = rings.get(info.channel_id)
  if (ring?.calleeId === memberId && !over.has(info.channel_id)) ring.onMessage(now)
  else wrong += 1
  over.add(info.channel_id)
}

const connect = (to: MembersApp): Promise<number> => {
  app = to
  return openPages(to, (page, { id }) => page.on('call:incoming', (info) => onRing(id, info)))
}

const ringOnce = async (caller: BenchMember, broadcaster: BenchMember, result: Rung): Promise<void> => {
  const callId = randomUUID()
  const receivedAt = new Promise<number>((resolve) =>
    rings.set(callId, { calleeId: broadcaster.id, onMessage: resolve }),
  )
  const startedAt = performance.now()
  const input = { callId, partnerId: broadcaster.id, callType: 'video' }
  const answer = await post(`${app?.url}/api/send-call-request`, caller.cookie, input)
  if (answer.type === 'success') {
    const late = pause(receivedWithinMs, Number.POSITIVE_INFINITY)
    result.delays.push((await Promise.race([receivedAt, late])) - startedAt)
    await post(`${app?.url}/api/cancel-call`, caller.cookie, { callId })
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

const ring = async (ringsPerSec: number, count: number): Promise<Rung> => {
  const result: Rung = { delays: [], wrong: 0, refused: {} }
  const [callers, broadcasters] = [shuffled(app?.callers ?? []), shuffled(app?.broadcasters ?? [])]
  await atPace(ringsPerSec, count, async (index) => {
    const [caller, broadcaster] = [callers[index % callers.length], broadcasters[index % broadcasters.length]]
    if (caller && broadcaster) await ringOnce(caller, broadcaster, result)
  })
  return { ...result, wrong }
}

answerQuestions<RingsQuestion>((question) =>
  question.type === 'connect' ? connect(question.app) : ring(question.ringsPerSec, question.count),
)
