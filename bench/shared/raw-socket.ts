import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** RFC 6455, 5.2. */
const textFrame = 0x81
const closeFrame = 0x88
const maskBit = 0x80

const writeFrame = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const mask = randomBytes(4)
  const isShort = payload.length < 126
  const header = Buffer.alloc(isShort ? 2 : 4)
  header[0] = textFrame
  header[1] = maskBit | (isShort ? payload.length : 126)
  if (!isShort) header.writeUInt16BE(payload.length, 2)
  for (let at = 0; at < payload.length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0)
  return Buffer.concat([header, mask, payload])
}

/** Where the payload of the first whole frame begins and ends; null while some of it is missing. */
const frameIn = (bytes: Buffer): { from: number; to: number } | null => {
  if (bytes.length < 2) return null
  const short = (bytes[1] ?? 0) & 0x7f
  const from = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < from) return null
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  return bytes.length < from + length ? null : { from, to: from + length }
}

/**
 * A WebSocket without the cost of one: thousands of them must not take the processor from the app that they measure.
 * Frames are whole texts of up to 64 KB, as the app sends them.
 */
export class RawSocket {
  readonly #socket: Socket
  #rest = Buffer.alloc(0)

  private constructor(socket: Socket, heard: (payload: Buffer) => void) {
    this.#socket = socket
    socket.on('data', (bytes) => {
      let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
      for (let frame = frameIn(rest); frame; frame = frameIn(rest)) {
        if (rest[0] === closeFrame) throw new Error('the app closed a socket')
        heard(rest.subarray(frame.from, frame.to))
        rest = rest.subarray(frame.to)
      }
      this.#rest = rest
    })
    socket.on('close', () => {
      throw new Error('a socket was lost')
    })
  }

  /** @param heard called with the payload of each frame */
  static async open(
    url: URL,
    headers: Record<string, string>,
    heard: (payload: Buffer, socket: RawSocket) => void,
  ): Promise<RawSocket> {
    const socket = connect(Number(url.port), url.hostname)
    const handshake = {
      host: url.host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...headers,
    }
    const lines = Object.entries(handshake).map(([name, value]) => `${name}: ${value}`)
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    const rest = await upgraded(socket)
    const own: RawSocket = new RawSocket(socket, (payload) => heard(payload, own))
    if (rest.length > 0) socket.emit('data', rest)
    return own
  }

  send(text: string): void {
    this.#socket.write(writeFrame(text))
  }
}

/** What came behind the answer's headers. */
const upgraded = (socket: Socket): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let head = Buffer.alloc(0)
    const onData = (bytes: Buffer) => {
      head = Buffer.concat([head, bytes])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      socket.off('data', onData)
      socket.off('error', reject)
      const status = head.subarray(0, head.indexOf('\r\n')).toString()
      if (status.includes(' 101 ')) resolve(head.subarray(end + 4))
      else reject(new Error(`no WebSocket: ${status}`))
    }
    socket.on('data', onData)
    socket.once('error', reject)
  })
