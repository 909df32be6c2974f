/**
 * The load of `poll`, in a process of its own: keep-alive connections that send the next request as soon as the last
 * one is answered.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { answerLength, isGood, pollRequest } from './poll-http.ts'

export interface Load {
  port: number
  path: string
  body?: object
  cookies: string[]
  durationMs: number
}

export interface Loaded {
  requests: number
  /** Answers that weren't a 200 of type success. */
  failures: number
}

const connections = 64

/** The requests of one connection until `isOver`. */
const converse = async (
  port: number,
  request: Buffer,
  result: Loaded,
  isOver: () => boolean,
): Promise<void> => {
  const socket: Socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  let gathered: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    gathered = gathered.length === 0 ? chunk : Buffer.concat([gathered, chunk])
    const length = answerLength(gathered)
    if (length === 0) return
    result.requests += 1
    if (!isGood(gathered.toString('utf8', 0, length))) result.failures += 1
    gathered = gathered.subarray(length)
    if (isOver()) socket.end()
    else socket.write(request)
  })
  socket.write(request)
  await once(socket, 'close')
}

const run = async (load: Load): Promise<Loaded> => {
  const result: Loaded = { requests: 0, failures: 0 }
  const endsAtMs = performance.now() + load.durationMs
  const isOver = () => performance.now() >= endsAtMs
  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      converse(
        load.port,
        pollRequest(load.port, load.path, load.cookies[index % load.cookies.length], load.body),
        result,
        isOver,
      ),
    ),
  )
  return result
}

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
