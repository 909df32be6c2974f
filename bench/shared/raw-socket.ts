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

/** One for all sockets: what arrives is read, or copied, before anything else does. */
const received = Buffer.alloc(65_536)

/**
 * A WebSocket without the cost of one: thousands of them must not take the processor from the app that they measure.
 * Frames are whole texts of up to 64 KB, as the app sends them.
 */
export class RawSocket {
  readonly #socket: Socket
  readonly #onMessage: (payload: Buffer, socket: RawSocket) => void
  readonly #upgraded = Promise.withResolvers<void>()
  #isUpgraded = false
  #rest: Buffer = Buffer.alloc(0)

  private constructor(url: URL, onMessage: (payload: Buffer, socket: RawSocket) => void) {
    this.#onMessage = onMessage
    this.#socket = connect({
      port: Number(url.port),
      host: url.hostname,
      onread: { buffer: received, callback: (length) => this.#read(received.subarray(0, length)) },
    })
    this.#socket.once('error', this.#upgraded.reject)
    this.#socket.on('close', () => {
      throw new Error('a socket was lost')
    })
  }

  /** @param onMessage called with the payload of each frame, which is valid until it returns */
  static async open(
    url: URL,
    headers: Record<string, string>,
    onMessage: (payload: Buffer, socket: RawSocket) => void,
  ): Promise<RawSocket> {
    const own = new RawSocket(url, onMessage)
    const handshake = {
      host: url.host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...headers,
    }
    const lines = Object.entries(handshake).map(([name, value]) => `${name}: ${value}`)
    own.#socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    await own.#upgraded.promise
    return own
  }

  send(text: string): void {
    this.#socket.write(writeFrame(text))
  }

  #read(bytes: Buffer): true {
    let rest: Buffer = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    if (!this.#isUpgraded) rest = this.#readHead(rest)
    if (this.#isUpgraded)
      for (let frame = frameIn(rest); frame; frame = frameIn(rest)) {
        if (rest[0] === closeFrame) throw new Error('the app closed a socket')
        this.#onMessage(rest.subarray(frame.from, frame.to), this)
        rest = rest.subarray(frame.to)
      }
    this.#rest = rest.length === 0 ? rest : Buffer.from(rest)
    return true
  }

  /** @returns what came behind the answer's headers, or all of it while they are incomplete */
  #readHead(bytes: Buffer): Buffer {
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return bytes
    const status = bytes.subarray(0, bytes.indexOf('\r\n')).toString()
    if (!status.includes(' 101 ')) {
      this.#upgraded.reject(new Error(`no WebSocket: ${status}`))
      return bytes
    }
    this.#isUpgraded = true
    this.#upgraded.resolve()
    return bytes.subarray(end + 4)
  }
}
