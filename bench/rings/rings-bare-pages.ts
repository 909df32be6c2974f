/** The pages of the reference, in a process of their own: the same number of WebSockets at the same pace. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { answerQuestions, atPace } from '#bench/shared/pace.ts'

export type BareQuestion =
  | { type: 'connect'; port: number; count: number }
  | { type: 'ring'; ringsPerSec: number; count: number }

const connectingAtOnce = 50
/** Idle connections go before the server closes them (5 s). */
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 3_000 })
let port = 0
let pageCount = 0
const listeners = new Map<number, (atMs: number) => void>()

const openPage = async (name: number): Promise<void> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${name}`)
  socket.addEventListener('message', ({ data }) => {
    const now = performance.now()
    listeners.get((JSON.parse(String(data)) as { id: number }).id)?.(now)
  })
  await once(socket, 'open')
}

const connect = async (to: number, count: number): Promise<number> => {
  port = to
  let opened = 0
  const worker = async () => {
    for (let name = opened++; name < count; name = opened++) await openPage(name)
  }
  await Promise.all(Array.from({ length: connectingAtOnce }, worker))
  pageCount = count
  return count
}

/** As long as an incoming-call info is. */
const padding = 'x'.repeat(700)

const ringOnce = async (id: number): Promise<number> => {
  const receivedAt = new Promise<number>((resolve) => listeners.set(id, resolve))
  const startedAt = performance.now()
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', agent })
  outgoing.end(JSON.stringify({ to: String(randomInt(pageCount)), ring: { id, padding } }))
  const [answer] = (await once(outgoing, 'response')) as [{ resume(): void }]
  answer.resume()
  const delay = (await receivedAt) - startedAt
  listeners.delete(id)
  return delay
}

const ring = async (ringsPerSec: number, count: number): Promise<number[]> => {
  const delays: number[] = []
  await atPace(ringsPerSec, count, async (id) => {
    delays.push(await ringOnce(id))
  })
  return delays
}

answerQuestions<BareQuestion>((question) =>
  question.type === 'connect'
    ? connect(question.port, question.count)
    : ring(question.ringsPerSec, question.count),
)
