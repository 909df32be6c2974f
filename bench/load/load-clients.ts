/**
 * Ten thousand signed-in pages that poll as specified, in a process of their own: for incoming calls every 2 s, for new
 * chats every 4 s, each on its own persistent connection, evenly spread. A delay counts from the moment a poll was due,
 * so that a late server is late for all polls that queue behind.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { answerLength, isGood, pollRequest } from '#bench/poll/poll-http.ts'
import type { BenchMember } from '#bench/shared/members.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { answerQuestions, atPace } from '#bench/shared/pace.ts'
import { post } from '#bench/shared/page-sockets.ts'
import type { NewChatItem } from '#contract/chat/chat.ts'

export type LoadQuestion =
  | { type: 'connect'; app: MembersApp }
  | { type: 'poll'; durationMs: number; messagesPerSec: number }

export interface Polled {
  polls: number
  /** The number of polls whose delay in milliseconds was at most the index. */
  delays: number[]
  /** Answers that weren't a 200 of type success, and polls without an answer. */
  failures: number
  /** New-chat polls whose answer contained a message. */
  brought: number
  /** The generator's own greatest lateness. */
  lateMs: number
}

const incomingMs = 2_000
const newChatMs = 4_000
const turnMs = 2
const answeredWithinMs = 10_000

interface Client {
  /** Null without a connection: the server closes connections that are idle for 5 s. */
  socket: Socket | null
  gathered: Buffer
  /** The unanswered polls and when each was due. */
  due: { atMs: number; isNewChat: boolean }[]
  incoming: Buffer
  newChat: Buffer
  member: BenchMember
}

let app: MembersApp | null = null
let port = 0
const clients: Client[] = []
let result: Polled | null = null

const newChatRequest = (member: BenchMember, latestTimeStamp: number): Buffer =>
  pollRequest(port, '/api/get-new-chat', member.cookie, { latestTimeStamp })

const answered = (client: Client, answer: string): void => {
  const poll = client.due.shift()
  if (!result || !poll) return
  const delayMs = Math.ceil(performance.now() - poll.atMs)
  result.polls += 1
  result.delays[delayMs] = (result.delays[delayMs] ?? 0) + 1
  if (!isGood(answer)) result.failures += 1
  if (!poll.isNewChat || !answer.includes('"newChatList":[{')) return
  result.brought += 1
  const { newChatList } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as {
    newChatList: NewChatItem[]
  }
  client.newChat = newChatRequest(client.member, newChatList[0]?.timeStamp ?? 0)
}

const openSocket = (client: Client): Socket => {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.on('data', (chunk) => {
    client.gathered = client.gathered.length === 0 ? chunk : Buffer.concat([client.gathered, chunk])
    for (let length = answerLength(client.gathered); length > 0; length = answerLength(client.gathered)) {
      answered(client, client.gathered.toString('utf8', 0, length))
      client.gathered = client.gathered.subarray(length)
    }
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    if (result) result.failures += client.due.length
    client.due = []
    client.gathered = Buffer.alloc(0)
    client.socket = null
  })
  return socket
}

const open = (to: MembersApp): number => {
  app = to
  port = Number(new URL(to.url).port)
  for (const member of [...to.callers, ...to.broadcasters])
    clients.push({
      socket: null,
      gathered: Buffer.alloc(0),
      due: [],
      incoming: pollRequest(port, '/api/check-incoming-call', member.cookie),
      newChat: newChatRequest(member, Date.now()),
      member,
    })
  return clients.length
}

/** The polls of all clients within 4 s, in the order of their times. */
const timetable = (): { offsetMs: number; client: Client; isNewChat: boolean }[] =>
  clients
    .flatMap((client, index) => {
      const offsetMs = (index * incomingMs) / clients.length
      return [
        { offsetMs, client, isNewChat: false },
        { offsetMs: offsetMs + incomingMs, client, isNewChat: false },
        { offsetMs: (offsetMs + incomingMs / 2) % newChatMs, client, isNewChat: true },
      ]
    })
    .sort((one, other) => one.offsetMs - other.offsetMs)

/** Writes messages between members: the next poll then has to read the database. */
const writeTo = async (messagesPerSec: number, durationMs: number): Promise<void> => {
  const { callers, broadcasters, url } = app ?? { callers: [], broadcasters: [], url: '' }
  await atPace(messagesPerSec, (messagesPerSec * durationMs) / 1000, async () => {
    const pair = randomInt(callers.length)
    const input = {
      messageId: randomUUID(),
      partnerId: broadcasters[pair]?.id,
      text: 'こんばんは。今夜もお話しできますか。',
    }
    await post(`${url}/api/send-text-message`, callers[pair]?.cookie ?? '', input)
  })
}

const send = async (own: Polled, durationMs: number): Promise<void> => {
  const moments = timetable()
  const startedAt = performance.now()
  let next = 0
  while (performance.now() - startedAt < durationMs) {
    const now = performance.now()
    for (;;) {
      const moment = moments[next % moments.length]
      if (!moment) return
      const atMs = startedAt + Math.floor(next / moments.length) * newChatMs + moment.offsetMs
      if (atMs > now) break
      own.lateMs = Math.max(own.lateMs, now - atMs)
      const { client, isNewChat } = moment
      client.due.push({ atMs, isNewChat })
      client.socket ??= openSocket(client)
      client.socket.write(isNewChat ? client.newChat : client.incoming)
      next += 1
    }
    await pause(turnMs)
  }
}

const poll = async (durationMs: number, messagesPerSec: number): Promise<Polled> => {
  const own: Polled = { polls: 0, delays: [], failures: 0, brought: 0, lateMs: 0 }
  result = own
  await Promise.all([send(own, durationMs), writeTo(messagesPerSec, durationMs)])
  const endsAt = performance.now() + answeredWithinMs
  while (clients.some(({ due }) => due.length > 0) && performance.now() < endsAt) await pause(turnMs)
  own.failures += clients.reduce((sum, { due }) => sum + due.length, 0)
  result = null
  return { ...own, delays: Array.from(own.delays, (count) => count ?? 0) }
}

answerQuestions<LoadQuestion>(async (question) =>
  question.type === 'connect' ? open(question.app) : poll(question.durationMs, question.messagesPerSec),
)
