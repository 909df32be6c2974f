/**
 * Thousands of open pages, in a process of their own. On command, members write to their partners over HTTP; this
 * process's clock measures the time from the request to `chat:changed` at the partner's page.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchMember } from '#bench/shared/members.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { answerQuestions, atPace } from '#bench/shared/pace.ts'
import { openPages, post } from '#bench/shared/page-sockets.ts'
import type { ChatChanged } from '#contract/chat/chat.ts'

export type ChatQuestion =
  | { type: 'connect'; app: MembersApp }
  | { type: 'talk'; messagesPerSec: number; count: number }

export interface Talked {
  /** From the request to the partner's page, in milliseconds. */
  delays: number[]
  /** Messages that reached a third page, or the partner's page twice. */
  wrong: number
  refused: Record<string, number>
}

const shownWithinMs = 20_000
const text = 'おつかれさまです。今夜は少し早く帰れそうなので、また話せたらうれしいです。'

let app: MembersApp | null = null
/** Messages under way, by id. */
const messages = new Map<string, { senderId: string; partnerId: string; shown: (atMs: number) => void }>()
const over = new Set<string>()
let wrong = 0

const onChange = (memberId: string, { message }: ChatChanged): void => {
  const now = performance.now()
  const underWay = messages.get(message.id)
  if (!underWay || underWay.senderId === memberId) return
  if (underWay.partnerId === memberId && !over.has(message.id)) underWay.shown(now)
  else wrong += 1
  over.add(message.id)
}

const connect = (to: MembersApp): Promise<number> => {
  app = to
  return openPages(to, (page, { id }) => page.on('chat:changed', (change) => onChange(id, change)))
}

const writeOnce = async (from: BenchMember, to: BenchMember, result: Talked): Promise<void> => {
  const messageId = randomUUID()
  const shownAt = new Promise<number>((resolve) =>
    messages.set(messageId, { senderId: from.id, partnerId: to.id, shown: resolve }),
  )
  const startedAt = performance.now()
  const input = { messageId, partnerId: to.id, text }
  const answer = await post(`${app?.url}/api/send-text-message`, from.cookie, input)
  if (answer.type === 'success') {
    const late = pause(shownWithinMs, Number.POSITIVE_INFINITY)
    result.delays.push((await Promise.race([shownAt, late])) - startedAt)
  } else {
    const code = answer.code ?? 'unknown'
    result.refused[code] = (result.refused[code] ?? 0) + 1
  }
  messages.delete(messageId)
}

/** Every caller has one partner; they write in turn. */
const talk = async (messagesPerSec: number, count: number): Promise<Talked> => {
  const result: Talked = { delays: [], wrong: 0, refused: {} }
  const { callers, broadcasters } = app ?? { callers: [], broadcasters: [] }
  await atPace(messagesPerSec, count, async (index) => {
    const pair = index % callers.length
    const [caller, broadcaster] = [callers[pair], broadcasters[pair]]
    const isCallerTurn = Math.floor(index / callers.length) % 2 === 0
    if (caller && broadcaster)
      await (isCallerTurn ? writeOnce(caller, broadcaster, result) : writeOnce(broadcaster, caller, result))
  })
  return { ...result, wrong }
}

answerQuestions<ChatQuestion>((question) =>
  question.type === 'connect' ? connect(question.app) : talk(question.messagesPerSec, question.count),
)
