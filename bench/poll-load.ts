/**
 * The load of `poll`, in a process of its own: keep-alive connections that ask again as soon as they are answered. It speaks HTTP over plain sockets, because an HTTP client would cost more than what it measures.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  path: string
  cookies: string[]
  durationMs: number
}

export interface Loaded {
  requests: number
  /** Answers that weren't a 200 of type success. */
  failures: number
}

const connections = 64

/** A mobile page's own headers, as Chrome sends them. */
const requestOf = (load: Load, cookie: string | undefined): Buffer =>
  Buffer.from(
    [
      `POST ${load.path} HTTP/1.1`,
      `Host: localhost:${load.port}`,
      'Connection: keep-alive',
      'Content-Length: 2',
      'sec-ch-ua-platform: "Android"',
      'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
      'Content-Type: application/json',
      'sec-ch-ua-mobile: ?1',
      'Accept: */*',
      `Origin: http://localhost:${load.port}`,
      'Sec-Fetch-Site: same-origin',
      'Sec-Fetch-Mode: cors',
      'Sec-Fetch-Dest: empty',
      `Referer: http://localhost:${load.port}/`,
      'Accept-Encoding: gzip, deflate, br, zstd',
      'Accept-Language: ja,en-US;q=0.9',
      ...(cookie ? [`Cookie: ${cookie}; cm_code=Organic; theme=dark`] : []),
      '',
      '{}',
    ].join('\r\n'),
  )

const bodyStart = Buffer.from('\r\n\r\n')
const contentLength = /\r\ncontent-length: (\d+)/i

/** The bytes of one whole answer at the front of `bytes`; 0 while it isn't all there. */
const answerLength = (bytes: Buffer): number => {
  const headEnd = bytes.indexOf(bodyStart)
  if (headEnd === -1) return 0
  const length = Number(contentLength.exec(bytes.toString('latin1', 0, headEnd))?.[1])
  if (Number.isNaN(length)) throw new Error('an answer without a length')
  const total = headEnd + bodyStart.length + length
  return bytes.length >= total ? total : 0
}

const isGood = (answer: string): boolean =>
  answer.startsWith('HTTP/1.1 200 ') && answer.includes('"type":"success"')

/** One connection's conversation until `isOver`. */
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
      converse(load.port, requestOf(load, load.cookies[index % load.cookies.length]), result, isOver),
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
