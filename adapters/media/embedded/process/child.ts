import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type MediaEvent, MediaRefused } from '../../port.ts'
import type {
  AppMessage,
  MediaAnswer,
  MediaAnswers,
  MediaProcessMessage,
  MediaProcessSettings,
  MediaRequest,
  SeatReadings,
} from './ipc.ts'

const processFile = fileURLToPath(new URL('./process.ts', import.meta.url))
/**
 * What keeps the memory of a media process small and fast. Packets wait as garbage in V8's young generation, each with a
 * buffer outside of the heap, so it gets half spaces of 4 MB instead of 16; hardly anything in it lives on, so collecting
 * it more often costs nothing. And glibc's allocator may divide its memory by two arenas only: a packet is allocated by one
 * thread of the library and freed by another, which leaves holes in each. That memory is of huge pages where the system
 * has them, so that each receiver's state is found faster (decision 116). Other C libraries ignore both.
 */
export const memorySettings = {
  execArgv: ['--max-semi-space-size=4'],
  env: { MALLOC_ARENA_MAX: '2', GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' },
}
/** Readings come by themselves; a media process that has missed so many hangs. */
const missedReadingsMax = 10
const stopPatienceMs = 2_000

export interface MediaChildEvents {
  event(event: MediaEvent): void
  readings(readings: SeatReadings): void
  fault(what: string, error: string): void
  /** The process ended after it had started, and nothing had stopped it. Its open requests are refused. */
  died(cause: string): void
}

export interface MediaPorts {
  /** For clients. */
  udpPort: number
  /** For the other media processes of this machine. */
  feedPort: number
}

interface Pending {
  resolve(answer: MediaAnswer): void
  reject(reason: MediaRefused): void
}

export const mediaUnavailable = (): MediaRefused => new MediaRefused(503, 'the media server is not available')

/** One run of the media process, from its start to its end. */
export class MediaChild {
  readonly #process: ChildProcess
  readonly #events: MediaChildEvents
  readonly #pending = new Map<number, Pending>()
  readonly #ready = Promise.withResolvers<MediaPorts>()
  readonly #gone = Promise.withResolvers<void>()
  #state: 'starting' | 'running' | 'unwanted' | 'gone' = 'starting'
  #lastId = 0
  #silentRounds = 0

  /** @param environment what it needs beside the app's own variables */
  constructor(settings: MediaProcessSettings, environment: NodeJS.ProcessEnv, events: MediaChildEvents) {
    this.#events = events
    this.#process = fork(processFile, [JSON.stringify(settings)], {
      execArgv: memorySettings.execArgv,
      env: { ...memorySettings.env, ...process.env, ...environment },
    })
    this.#process.on('message', (message) => this.#receive(message as MediaProcessMessage))
    this.#process.once('error', (error) => this.#end(error.message))
    this.#process.once('exit', (code, signal) => this.#end(`ended (${signal ?? `exit code ${code}`})`))
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Resolves with its ports when it accepts rooms; rejects with a sentence for the operator. */
  ready(): Promise<MediaPorts> {
    return this.#ready.promise
  }

  /** Rejects with MediaRefused: what the process refuses, or 503 when it doesn't answer in time or dies. */
  async request<Request extends MediaRequest>(
    request: Request,
    timeoutMs: number,
  ): Promise<MediaAnswers[Request['type']]> {
    if (this.#state !== 'running') throw mediaUnavailable()
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<MediaAnswer>()
    this.#pending.set(id, { resolve, reject })
    const timer = setTimeout(() => reject(mediaUnavailable()), timeoutMs)
    this.#process.send({ id, request } satisfies AppMessage, (error) => error && reject(mediaUnavailable()))
    try {
      // The process answers each request by its type (ipc.ts).
      return (await promise) as MediaAnswers[Request['type']]
    } finally {
      clearTimeout(timer)
      this.#pending.delete(id)
    }
  }

  /** To be called as often as readings are due. A process that hangs is killed, and so dies. */
  watch(): void {
    this.#silentRounds += 1
    if (this.#silentRounds > missedReadingsMax) this.#process.kill('SIGKILL')
  }

  /** Closes its channel, which ends it; resolves when it is gone. */
  async stop(): Promise<void> {
    if (this.#state === 'gone') return
    this.#state = 'unwanted'
    if (this.#process.connected) this.#process.disconnect()
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), stopPatienceMs)
    await this.#gone.promise
    clearTimeout(timer)
  }

  #receive(message: MediaProcessMessage): void {
    this.#silentRounds = 0
    switch (message.type) {
      case 'ready':
        if (this.#state === 'starting') this.#state = 'running'
        this.#ready.resolve({ udpPort: message.udpPort, feedPort: message.feedPort })
        return
      case 'failed':
        this.#ready.reject(new Error(message.message))
        return
      case 'answer':
        this.#pending.get(message.id)?.resolve(message.answer)
        return
      case 'refusal':
        this.#pending.get(message.id)?.reject(new MediaRefused(message.status, message.message))
        return
      case 'event':
        this.#events.event(message.event)
        return
      case 'readings':
        this.#events.readings(message.readings)
        return
      case 'fault':
        this.#events.fault(message.what, message.error)
        return
    }
  }

  #end(cause: string): void {
    const wasRunning = this.#state === 'running'
    this.#state = 'gone'
    this.#gone.resolve()
    this.#ready.reject(new Error(`the media process ${cause}`))
    for (const { reject } of this.#pending.values()) reject(mediaUnavailable())
    if (wasRunning) this.#events.died(cause)
  }
}
