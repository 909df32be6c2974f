import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { io, type Socket } from 'socket.io-client'
import { type ClientEvents, presenceBeatMs, type ServerEvents } from '#contract/realtime/realtime.ts'
import type { BenchMember } from './members.ts'
import type { MembersApp } from './members-app.ts'

export type Page = Socket<ServerEvents, ClientEvents>

const connectingAtOnce = 50
/** As many members as a home screen shows. */
const watchedByEach = 24

/** Closes idle connections before the server does (5 s). */
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 3_000 })

export const post = async <Answer extends { type: string; code?: string }>(
  url: string,
  cookie: string,
  body: unknown,
): Promise<Answer> => {
  const outgoing = request(url, {
    method: 'POST',
    agent,
    headers: { cookie, 'content-type': 'application/json' },
  })
  outgoing.end(JSON.stringify(body))
  const [answer] = (await once(outgoing, 'response')) as [AsyncIterable<Buffer>]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const openPage = async (
  url: string,
  member: BenchMember,
  watched: string[],
  listen: (page: Page, member: BenchMember) => void,
): Promise<void> => {
  const page: Page = io(url, {
    path: '/api/socket',
    transports: ['websocket'],
    extraHeaders: { cookie: member.cookie },
    forceNew: true,
  })
  listen(page, member)
  await new Promise<void>((resolve, reject) => {
    page.once('connect', resolve)
    page.once('connect_error', reject)
  })
  page.emit('presence:watch', watched, () => undefined)
  page.io.on('ping', () => page.emit('presence:beat'))
  setInterval(() => page.emit('presence:beat'), presenceBeatMs)
}

/** Opens a page for every member; each has a socket, sends heartbeats and watches members like the web client. */
export const openPages = async (
  app: MembersApp,
  listen: (page: Page, member: BenchMember) => void,
): Promise<number> => {
  const waiting = [...app.callers, ...app.broadcasters]
  const total = waiting.length
  const anyBroadcaster = () => app.broadcasters[randomInt(app.broadcasters.length)]?.id ?? ''
  const worker = async () => {
    for (let member = waiting.pop(); member; member = waiting.pop()) {
      const watched = new Set(Array.from({ length: watchedByEach }, anyBroadcaster))
      await openPage(app.url, member, [...watched], listen)
    }
  }
  await Promise.all(Array.from({ length: connectingAtOnce }, worker))
  return total
}
