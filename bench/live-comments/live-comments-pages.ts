/**
 * Thousands of pages in one live room, in a process of their own. The pages speak the wire protocol over raw sockets, so
 * that the app is measured and not its clients; one in `sampleEvery` reads what it gets. On command, watchers write
 * comments over HTTP; this process's clock measures the time from the request to the comment at a page.
 */
import { randomUUID } from 'node:crypto'
import type { BenchMember } from '#bench/shared/members.ts'
import { answerQuestions, atPace } from '#bench/shared/pace.ts'
import { post } from '#bench/shared/page-sockets.ts'
import { RawSocket } from '#bench/shared/raw-socket.ts'

export interface RoomPage extends BenchMember {
  callId: string
  token: string
}

export type LiveQuestion =
  | { type: 'connect'; url: string; roomId: string; pages: RoomPage[] }
  | { type: 'write'; commentsPerSec: number; count: number }

export interface Written {
  /** From the request to each page that reads, in milliseconds. */
  delays: number[]
  /** Messages that arrived at any page. */
  messages: number
  /** Comments that each reading page misses or has twice. */
  wrong: number
  refused: Record<string, number>
}

const connectingAtOnce = 50
const sampleEvery = 50
const settleMs = 3_000

let room = { url: '', roomId: '', pages: [] as RoomPage[] }
const sentAt = new Map<string, number>()
const delays: number[] = []
const seen: Map<string, number>[] = []
let messages = 0

const ping = Buffer.from('2')
const entriesEvent = Buffer.from('42["live:entries"')
const startsWith = (bytes: Buffer, start: Buffer): boolean =>
  bytes.length >= start.length && start.compare(bytes, 0, start.length) === 0

const receive = (own: Map<string, number> | undefined, data: Buffer): void => {
  if (!startsWith(data, entriesEvent)) return
  messages += 1
  if (!own) return
  const now = performance.now()
  const [, { entries }] = JSON.parse(data.toString().slice(2)) as [string, { entries: { id: string }[] }]
  for (const { id } of entries) {
    const at = sentAt.get(id)
    if (at === undefined) continue
    own.set(id, (own.get(id) ?? 0) + 1)
    delays.push(now - at)
  }
}

const openPage = async (page: RoomPage, own: Map<string, number> | undefined): Promise<void> => {
  const joined = Promise.withResolvers<void>()
  let isIn = false
  const onMessage = (data: Buffer, socket: RawSocket): void => {
    const text = isIn ? '' : data.toString()
    if (data.equals(ping)) socket.send('3')
    else if (isIn) receive(own, data)
    else if (text.startsWith('0')) socket.send('40')
    else if (text.startsWith('40'))
      socket.send(`421${JSON.stringify(['call:join', { callId: page.callId, token: page.token }])}`)
    else if (text === '431[false]') joined.reject(new Error('a page was not let in'))
    else if (text === '431[true]') {
      isIn = true
      joined.resolve()
    }
  }
  const url = new URL('/api/socket/?EIO=4&transport=websocket', room.url)
  await RawSocket.open(url, { cookie: page.cookie }, onMessage)
  await joined.promise
}

const connect = async (to: Omit<Extract<LiveQuestion, { type: 'connect' }>, 'type'>): Promise<number> => {
  room = to
  const waiting = [...to.pages.entries()]
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, page] = next
      const own = index % sampleEvery === 0 ? new Map<string, number>() : undefined
      if (own) seen.push(own)
      await openPage(page, own)
    }
  }
  await Promise.all(Array.from({ length: connectingAtOnce }, worker))
  return to.pages.length
}

const write = async (commentsPerSec: number, count: number): Promise<Written> => {
  delays.length = 0
  messages = 0
  sentAt.clear()
  for (const own of seen) own.clear()
  const refused: Record<string, number> = {}
  await atPace(commentsPerSec, count, async (index) => {
    const writer = room.pages[index % room.pages.length]
    const commentId = randomUUID()
    sentAt.set(commentId, performance.now())
    const input = { roomId: room.roomId, commentId, text: '今夜もいい声ですね', expectedPoints: 20 }
    const answer = await post(`${room.url}/api/pay-second-side-watch-chat-point`, writer?.cookie ?? '', input)
    if (answer.type === 'success') return
    sentAt.delete(commentId)
    const code = answer.code ?? 'unknown'
    refused[code] = (refused[code] ?? 0) + 1
  })
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const wrong = seen.reduce(
    (sum, own) => sum + [...sentAt.keys()].filter((id) => own.get(id) !== 1).length,
    0,
  )
  return { delays: [...delays], messages, wrong, refused }
}

answerQuestions<LiveQuestion>((question) =>
  question.type === 'connect' ? connect(question) : write(question.commentsPerSec, question.count),
)
