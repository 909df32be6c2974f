import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type AtTurnEnd, atTurnEnd } from './turns.ts'

const address = '127.0.0.1'
/** A keyframe of 1 Mbit arrives within a turn of the event loop; the system may grant less. */
const receiveBufferBytes = 1 << 20
export const feedKeyBytes = 16

type ReportFault = (what: string, error: unknown) => void

/** How processes reach each other. */
export interface FeedLink {
  /** @param key 16 bytes, in hexadecimal digits */
  listen(key: string, listener: FeedListener): void
  stopListening(key: string): void
  /** @param datagram begins with the key, and isn't changed afterwards */
  send(datagram: Buffer, port: number): void
  readonly atTurnEnd: AtTurnEnd
}

/** Called with what follows the key, and the port it came from. */
export type FeedListener = (message: Buffer, fromPort: number) => void

/**
 * Datagrams between the media processes of this machine. Each begins with the random key of its feed, which only these
 * processes know: what another program of this machine sends to the port is dropped.
 */
export class FeedSocket implements FeedLink {
  readonly #socket: Socket
  readonly #listeners = new Map<string, FeedListener>()
  readonly #reportFault: ReportFault

  private constructor(socket: Socket, reportFault: ReportFault) {
    this.#socket = socket
    this.#reportFault = reportFault
    socket.on('message', (datagram, { port }) => this.#guarded(() => this.#receive(datagram, port)))
  }

  static async open(reportFault: ReportFault): Promise<FeedSocket> {
    const socket = createSocket('udp4').bind(0, address)
    await once(socket, 'listening')
    socket.setRecvBufferSize(receiveBufferBytes)
    socket.on('error', (error) => reportFault('feed-socket', error))
    return new FeedSocket(socket, reportFault)
  }

  get port(): number {
    return this.#socket.address().port
  }

  listen(key: string, listener: FeedListener): void {
    this.#listeners.set(nameOf(Buffer.from(key, 'hex')), listener)
  }

  stopListening(key: string): void {
    this.#listeners.delete(nameOf(Buffer.from(key, 'hex')))
  }

  send(datagram: Buffer, port: number): void {
    this.#socket.send(datagram, port, address, () => undefined)
  }

  readonly atTurnEnd: AtTurnEnd = (work) => atTurnEnd((now) => this.#guarded(() => work(now)))

  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#reportFault('feed-message', error)
    }
  }

  #receive(datagram: Buffer, fromPort: number): void {
    if (datagram.length <= feedKeyBytes) return
    this.#listeners.get(nameOf(datagram))?.(datagram.subarray(feedKeyBytes), fromPort)
  }
}

const nameOf = (datagram: Buffer): string => datagram.toString('latin1', 0, feedKeyBytes)
