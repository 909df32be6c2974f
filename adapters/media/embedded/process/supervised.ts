import { setTimeout as delay } from 'node:timers/promises'
import type { MediaEvent } from '../../port.ts'
import { MediaChild, mediaUnavailable } from './child.ts'
import {
  type MediaAnswers,
  type MediaProcessSettings,
  type MediaRequest,
  readingsEveryMs,
  type SeatReadings,
} from './ipc.ts'

const restartPauseMsMin = 50
const restartPauseMsMax = 5_000
/** A media process that ran this long didn't die of its start. */
const soundRunMs = 10_000

export interface MediaLog {
  error(event: string, facts?: Record<string, unknown>): void
  info(event: string, facts?: Record<string, unknown>): void
}

/** One media process as it is now. */
export interface MediaProcessFacts {
  udpPort: number
  /** On the loopback interface, for the other media processes. */
  feedPort: number
  /** Undefined while it is down. */
  pid: number | undefined
}

export const factsOf = ({ udpPort, feedPort, pid }: SupervisedProcess): MediaProcessFacts => ({
  udpPort,
  feedPort,
  pid,
})

export interface SupervisedEvents {
  event(event: MediaEvent): void
  readings(readings: SeatReadings): void
  /** It died, and its rooms with it; a fresh one is on its way. */
  down(): void
  /** A fresh one accepts rooms. */
  up(): void
}

/** One media process with its UDP port, started again whenever it dies, until it is stopped. */
export class SupervisedProcess {
  readonly #settings: MediaProcessSettings
  readonly #environment: () => Promise<NodeJS.ProcessEnv>
  readonly #log: MediaLog
  readonly #events: SupervisedEvents
  readonly #stopping = new AbortController()
  /** The run that accepts rooms. */
  #running: MediaChild | null = null
  /** A run from its start until it accepts rooms, or has failed to and is gone. */
  #launching: Promise<void> | null = null
  #restarting: Promise<void> | null = null
  #watch: NodeJS.Timeout | null = null
  #udpPort: number
  #feedPort = 0
  #upSince = 0
  #restartPauseMs = 0

  /** @param environment what each run needs beside the app's own variables */
  constructor(
    settings: MediaProcessSettings,
    environment: () => Promise<NodeJS.ProcessEnv>,
    log: MediaLog,
    events: SupervisedEvents,
  ) {
    this.#settings = settings
    this.#environment = environment
    this.#log = log
    this.#events = events
    this.#udpPort = settings.udpPort
  }

  /** The UDP port in use; a free one that was picked is kept over restarts. */
  get udpPort(): number {
    return this.#udpPort
  }

  /** Where it gets the media of rooms whose broadcaster is in another process; each run has its own. */
  get feedPort(): number {
    return this.#feedPort
  }

  /** Undefined while it is down. */
  get pid(): number | undefined {
    return this.#running?.pid
  }

  get isUp(): boolean {
    return this.#running !== null
  }

  /** Rejects with a sentence for the operator when it can't be had; it isn't tried again then. */
  async start(): Promise<void> {
    await this.#launch()
    this.#watch = setInterval(() => this.#running?.watch(), readingsEveryMs)
  }

  /** Ends it, also while it starts; resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    if (this.#watch) clearInterval(this.#watch)
    await this.#launching?.catch(() => undefined)
    await this.#running?.stop()
    await this.#restarting
    this.#running = null
  }

  /** Rejects with MediaRefused: what the process refuses, or 503 when it is down, dies or doesn't answer in time. */
  request<Request extends MediaRequest>(
    request: Request,
    timeoutMs: number,
  ): Promise<MediaAnswers[Request['type']]> {
    return this.#running ? this.#running.request(request, timeoutMs) : Promise.reject(mediaUnavailable())
  }

  #launch(): Promise<void> {
    this.#launching = this.#run()
    return this.#launching
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    const environment = await this.#environment()
    signal.throwIfAborted()
    const child = new MediaChild({ ...this.#settings, udpPort: this.#udpPort }, environment, {
      event: (event) => this.#events.event(event),
      readings: (readings) => this.#events.readings(readings),
      fault: (what, error) => this.#log.error('media-fault', { udpPort: this.#udpPort, what, error }),
      died: (cause) => this.#revive(cause),
    })
    const abandon = () => void child.stop()
    signal.addEventListener('abort', abandon)
    try {
      const { udpPort, feedPort } = await child.ready()
      this.#udpPort = udpPort
      this.#feedPort = feedPort
    } catch (error) {
      await child.stop()
      throw error
    } finally {
      signal.removeEventListener('abort', abandon)
    }
    this.#running = child
    this.#upSince = performance.now()
  }

  #revive(cause: string): void {
    this.#running = null
    this.#log.error('media-down', { udpPort: this.#udpPort, cause })
    if (performance.now() - this.#upSince > soundRunMs) this.#restartPauseMs = 0
    this.#restarting = this.#restart()
    this.#events.down()
  }

  /** Tries until it succeeds or is stopped, with growing pauses. */
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
      } catch (error) {
        if (signal.aborted) return
        this.#log.error('media-not-restarted', { udpPort: this.#udpPort, error })
        // A port that was picked, not set, need not be waited for.
        this.#udpPort = this.#settings.udpPort
        continue
      }
      this.#log.info('media-up', { udpPort: this.#udpPort, pid: this.pid })
      this.#events.up()
      return
    }
  }
}
