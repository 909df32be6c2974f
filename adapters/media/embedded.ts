import { setTimeout as delay } from 'node:timers/promises'
import type { PublicAddress } from './embedded/candidates.ts'
import { MediaChild, mediaUnavailable } from './embedded/child.ts'
import { type MediaAnswers, type MediaRequest, publisherWaitMs, readingsEveryMs } from './embedded/ipc.ts'
import {
  type MediaEvent,
  type MediaReading,
  MediaRefused,
  type MediaRoomSpec,
  type MediaServer,
  type MediaSession,
  zeroReading,
} from './port.ts'

const requestTimeoutMs = 5_000
const restartPauseMsMin = 50
const restartPauseMsMax = 5_000
/** A media process that ran this long didn't die of its start. */
const soundRunMs = 10_000
/** Final readings kept for a second `closeRoom`, as when whoever asked first failed afterwards. */
const finalReadingsMax = 1_000

interface Log {
  error(event: string, facts?: Record<string, unknown>): void
  info(event: string, facts?: Record<string, unknown>): void
}

export interface EmbeddedMediaOptions {
  /** The one UDP port for all media; 0 picks a free one and keeps it over restarts. */
  udpPort: number
  /** An address of this machine; `0.0.0.0` and `::` listen on all. */
  bindAddress: string
  /** Behind a NAT: announced instead of the machine's own addresses. */
  publicAddress?: PublicAddress | undefined
  log: Log
}

/**
 * The media server that comes with the app: WHIP in, WHEP out, in a child process that is started again when it
 * dies. `start` rejects with a sentence for the operator when the UDP port or the address can't be had.
 */
export const createEmbeddedMedia = (options: EmbeddedMediaOptions): EmbeddedMedia =>
  new EmbeddedMedia(options)

export class EmbeddedMedia implements MediaServer {
  readonly #options: EmbeddedMediaOptions
  readonly #listeners = new Set<(event: MediaEvent) => void>()
  /** Of the open rooms, and of those a crash has closed. */
  readonly #readings = new Map<string, MediaReading>()
  readonly #finalReadings = new Map<string, MediaReading>()
  readonly #stopping = new AbortController()
  #child: MediaChild | null = null
  #restarting: Promise<void> | null = null
  #watch: NodeJS.Timeout | null = null
  #udpPort: number
  #upSince = 0
  #restartPauseMs = 0

  constructor(options: EmbeddedMediaOptions) {
    this.#options = options
    this.#udpPort = options.udpPort
  }

  /** The UDP port in use. */
  get udpPort(): number {
    return this.#udpPort
  }

  /** Process id of the media process; undefined while it is down. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  async start(): Promise<void> {
    await this.#launch()
    this.#watch = setInterval(() => this.#child?.watch(), readingsEveryMs)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    if (this.#watch) clearInterval(this.#watch)
    await this.#child?.stop()
    await this.#restarting
    this.#child = null
  }

  isUp(): boolean {
    return this.#child !== null
  }

  async openRoom(room: MediaRoomSpec): Promise<void> {
    const wasKnown = this.#readings.has(room.roomId)
    this.#readings.set(room.roomId, this.#atLeast(room.roomId, room.carried))
    const carried = this.#atLeast(room.roomId, room.carried)
    try {
      await this.#ask({ type: 'openRoom', room: { ...room, carried } })
    } catch (error) {
      if (!wasKnown) this.#readings.delete(room.roomId)
      throw error
    }
  }

  publish(roomId: string, participantId: string, offerSdp: string): Promise<MediaSession> {
    return this.#ask({ type: 'publish', roomId, participantId, offerSdp })
  }

  subscribe(roomId: string, participantId: string, offerSdp: string): Promise<MediaSession> {
    const timeoutMs = requestTimeoutMs + publisherWaitMs
    return this.#ask({ type: 'subscribe', roomId, participantId, offerSdp }, timeoutMs)
  }

  async closeResource(roomId: string, participantId: string, resourceId: string): Promise<void> {
    await this.#askIfThere({ type: 'closeResource', roomId, participantId, resourceId })
  }

  async extendFunding(roomId: string, fundedMs: number): Promise<void> {
    await this.#askIfThere({ type: 'extendFunding', roomId, fundedMs })
  }

  async closeRoom(roomId: string): Promise<MediaReading> {
    const answered = await this.#askIfThere({ type: 'closeRoom', roomId })
    const final = this.#atLeast(roomId, answered ?? zeroReading)
    this.#readings.delete(roomId)
    if (final !== zeroReading) this.#keepFinal(roomId, final)
    return final
  }

  readings(): ReadonlyMap<string, MediaReading> {
    return this.#readings
  }

  onEvent(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #launch(): Promise<void> {
    const { bindAddress, publicAddress, log } = this.#options
    const child = new MediaChild(
      { udpPort: this.#udpPort, bindAddress, publicAddress },
      {
        event: (event) => this.#emit(event),
        readings: (readings) => this.#note(readings),
        fault: (what, error) => log.error('media-fault', { what, error }),
        died: (cause) => this.#revive(cause),
      },
    )
    const abandon = () => void child.stop()
    this.#stopping.signal.addEventListener('abort', abandon)
    try {
      this.#udpPort = await child.ready()
    } finally {
      this.#stopping.signal.removeEventListener('abort', abandon)
    }
    this.#child = child
    this.#upSince = performance.now()
  }

  #revive(cause: string): void {
    this.#child = null
    this.#options.log.error('media-down', { cause })
    if (performance.now() - this.#upSince > soundRunMs) this.#restartPauseMs = 0
    this.#restarting = this.#restart()
    this.#emit({ type: 'down', roomIds: [...this.#readings.keys()] })
  }

  /** Tries until it succeeds or the server is stopped, with growing pauses. */
  async #restart(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await delay(this.#restartPauseMs, undefined, { signal }).catch(() => undefined)
      this.#restartPauseMs = Math.min(
        restartPauseMsMax,
        Math.max(restartPauseMsMin, this.#restartPauseMs * 2),
      )
      if (signal.aborted) return
      try {
        await this.#launch()
        this.#options.log.info('media-up', { udpPort: this.#udpPort, pid: this.pid })
      } catch (error) {
        if (signal.aborted) return
        this.#options.log.error('media-not-restarted', { error })
        // A port that was picked, not set, need not be waited for.
        this.#udpPort = this.#options.udpPort
        continue
      }
      this.#emit({ type: 'up', roomIds: [...this.#readings.keys()] })
      return
    }
  }

  #ask<Request extends MediaRequest>(
    request: Request,
    timeoutMs = requestTimeoutMs,
  ): Promise<MediaAnswers[Request['type']]> {
    return this.#child ? this.#child.ask(request, timeoutMs) : Promise.reject(mediaUnavailable())
  }

  /** For what has lost its object when the process is gone: rooms and resources went with it. */
  async #askIfThere<Request extends MediaRequest>(
    request: Request,
  ): Promise<MediaAnswers[Request['type']] | null> {
    try {
      return await this.#ask(request)
    } catch (error) {
      if (!(error instanceof MediaRefused) || error.status !== 503) throw error
      this.#options.log.error('media-request-lost', { request: request.type })
      return null
    }
  }

  #emit(event: MediaEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** A reading that comes after its room was given up is nobody's. */
  #note(readings: readonly [string, MediaReading][]): void {
    for (const [roomId, reading] of readings) {
      if (this.#readings.has(roomId)) this.#readings.set(roomId, this.#atLeast(roomId, reading))
    }
  }

  /** No figure of a call ever falls, whatever a crash or a late report says. */
  #atLeast(roomId: string, reading: MediaReading): MediaReading {
    const known = this.#readings.get(roomId) ?? this.#finalReadings.get(roomId)
    if (!known) return reading
    return {
      connectedMs: Math.max(known.connectedMs, reading.connectedMs),
      chargedMs: Math.max(known.chargedMs, reading.chargedMs),
      payerLostMs: Math.max(known.payerLostMs, reading.payerLostMs),
      broadcasterLostMs: Math.max(known.broadcasterLostMs, reading.broadcasterLostMs),
    }
  }

  #keepFinal(roomId: string, final: MediaReading): void {
    this.#finalReadings.set(roomId, final)
    const oldest = this.#finalReadings.keys().next().value
    if (this.#finalReadings.size > finalReadingsMax && oldest !== undefined)
      this.#finalReadings.delete(oldest)
  }
}
