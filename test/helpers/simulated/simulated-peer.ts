import { everyTick } from '#adapters/demo/every-tick.ts'
import { SimulatedLine } from './simulated-line.ts'

/** A browser whose connectivity checks stay unanswered reports `disconnected` after about this. */
const silentAfterMs = 5_000

interface SimulatedPeerPorts {
  /** A connection without network neither sends nor receives. */
  isOnline(): boolean
  /** Sound or a picture of the partner arrived. */
  onMedia(nowMs: number): void
}

/**
 * Stands in for the browser's RTCPeerConnection, as far as voice calls and live rooms use one. It is named simulated; the client
 * above it is the product's, the transport below it is real.
 */
export class SimulatedPeer {
  onconnectionstatechange: (() => void) | null = null
  ontrack: ((event: { track: { stop(): void } }) => void) | null = null
  connectionState: RTCPeerConnectionState = 'new'
  localDescription: { type: 'offer'; sdp: string } | null = null
  readonly #ports: SimulatedPeerPorts
  readonly #stopTicking: () => void
  #sends = false
  #hasPicture = false
  #line: SimulatedLine | null = null
  /** Of an offer that isn't answered or connected yet; the old line continues until then. */
  #nextLine: SimulatedLine | null = null
  #heardBefore = 0
  #received = { packets: 0, bytes: 0 }

  constructor(ports: SimulatedPeerPorts) {
    this.#ports = ports
    this.#stopTicking = everyTick((nowMs) => this.#watchSilence(nowMs))
  }

  addTransceiver(
    what: 'audio' | 'video' | { kind: string },
    { direction }: { direction: 'sendonly' | 'recvonly' },
  ): object {
    this.#sends = direction === 'sendonly'
    this.#hasPicture ||= (typeof what === 'string' ? what : what.kind) === 'video'
    return {}
  }

  getSenders(): never[] {
    return []
  }

  /** The next offer is for another transport; so is every offer here. */
  restartIce(): void {}

  /** Its description is made with the line, when it is set. */
  async createOffer(): Promise<{ sdp: string }> {
    return { sdp: '' }
  }

  async setLocalDescription(): Promise<void> {
    this.#nextLine?.close()
    const line: SimulatedLine = new SimulatedLine(
      { sends: this.#sends, hasPicture: this.#hasPicture },
      {
        isOnline: () => this.#ports.isOnline(),
        opened: () => this.#moveTo(line),
        failed: () => {
          if (line === this.#line || (line === this.#nextLine && !this.#line)) this.#enter('failed')
        },
        media: (nowMs, packetBytes) => {
          this.#received.packets += 1
          this.#received.bytes += packetBytes
          this.#ports.onMedia(nowMs)
        },
      },
    )
    this.#nextLine = line
    this.localDescription = { type: 'offer', sdp: line.offer }
  }

  async setRemoteDescription({ sdp }: { sdp: string }): Promise<void> {
    if (this.connectionState === 'closed') return
    this.#nextLine?.answer(sdp)
    this.#enter('connecting')
    if (!this.#sends) this.ontrack?.({ track: { stop: () => undefined } })
  }

  async getStats(): Promise<Map<string, object>> {
    const { packets, bytes } = this.#received
    const heard = this.#heardBefore + (this.#line?.heardCount ?? 0)
    const pair = { id: 'pair', type: 'candidate-pair', nominated: true, packetsReceived: heard }
    const inbound = { type: 'inbound-rtp', packetsReceived: packets, packetsLost: 0, bytesReceived: bytes }
    return new Map<string, object>([['pair', pair], ...(this.#sends ? [] : [['inbound', inbound] as const])])
  }

  close(): void {
    if (this.connectionState === 'closed') return
    this.connectionState = 'closed'
    this.#stopTicking()
    this.#line?.close()
    this.#nextLine?.close()
  }

  #moveTo(line: SimulatedLine): void {
    if (line !== this.#nextLine) return
    this.#heardBefore += this.#line?.heardCount ?? 0
    this.#line?.close()
    this.#line = line
    this.#nextLine = null
    this.#enter('connected')
  }

  #watchSilence(nowMs: number): void {
    if (!this.#line) return
    const isSilent = nowMs - this.#line.heardAtMs > silentAfterMs
    if (isSilent && this.connectionState === 'connected') this.#enter('disconnected')
    if (!isSilent && this.connectionState === 'disconnected') this.#enter('connected')
  }

  #enter(state: RTCPeerConnectionState): void {
    if (this.connectionState === state || this.connectionState === 'closed') return
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
}
