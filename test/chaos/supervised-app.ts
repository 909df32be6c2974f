import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor, within } from './wait-for.ts'

const appScript = fileURLToPath(new URL('./app-process.ts', import.meta.url))
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/koyoi', import.meta.url))
const healthTimeoutMs = 3_000
/** The app itself gives everything that it stops less time than this together. */
const stopPatienceMs = 60_000
/** So that killing one leaves the calls of another alone. */
export const mediaProcesses = 2

/** `serving`: it answers, and one of its media processes isn't up. */
type Health = 'whole' | 'serving' | 'down'

export interface AppSettings {
  dataDir: string
  port: number
  mediaUdpPort: number
  /** Null: PostgreSQL under its data folder. */
  databaseUrl: string | null
  appSecret: string
  /** From its end to its next start. */
  pauseMs(): number
}

/** The app under a supervisor that starts it again whenever it ends, as a service manager does. */
export class SupervisedApp {
  readonly url: string
  /** Ends that nothing caused, with the exit code, while the app had been healthy before. */
  readonly surprises: string[] = []
  readonly #settings: AppSettings
  readonly #log: WriteStream
  #child: ChildProcess | null = null
  #isStopping = false
  #wasHealthy = false
  #killedPid: number | undefined

  constructor(settings: AppSettings) {
    this.#settings = settings
    this.url = `http://127.0.0.1:${settings.port}`
    this.#log = createWriteStream(join(settings.dataDir, 'app.log'), { flags: 'a' })
  }

  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }

  get dataDir(): string {
    return this.#settings.dataDir
  }

  get port(): number {
    return this.#settings.port
  }

  get logFile(): string {
    return String(this.#log.path)
  }

  start(): void {
    const { dataDir, port, mediaUdpPort, databaseUrl, appSecret } = this.#settings
    this.#wasHealthy = false
    const child = spawn(process.execPath, [appScript], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: compileCache,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        MEDIA_UDP_PORT: String(mediaUdpPort),
        MEDIA_PROCESSES: String(mediaProcesses),
        MEDIA_BIND_ADDRESS: '127.0.0.1',
        APP_SECRET: appSecret,
        DEMO: 'false',
        // Buyers pay with test cards.
        PAYMENTS_SANDBOX: 'true',
        // Newcomers come from addresses of their own.
        TRUSTED_PROXY_HOPS: '1',
        ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) stream.pipe(this.#log, { end: false })
    child.once('exit', (code, signal) => this.#onExit(child.pid, code, signal))
  }

  /** @returns the pid that was killed; undefined when there is none at the moment */
  kill(): number | undefined {
    const { pid } = this
    if (pid === undefined) return undefined
    this.#killedPid = pid
    this.#child?.kill('SIGKILL')
    return pid
  }

  async health(): Promise<Health> {
    if (this.pid === undefined) return 'down'
    try {
      const response = await fetch(new URL('/api/health', this.url), {
        signal: AbortSignal.timeout(healthTimeoutMs),
      })
      if (response.status !== 200) return 'down'
      this.#wasHealthy = true
      const { parts } = (await response.json()) as { parts: Record<string, boolean> }
      const isWhole = Object.entries(parts).every(([name, isUp]) => isUp || !name.startsWith('media-'))
      return isWhole ? 'whole' : 'serving'
    } catch {
      return 'down'
    }
  }

  untilHealthy(patienceMs: number): Promise<boolean> {
    return waitFor(async () => (await this.health()) !== 'down', patienceMs)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const child = this.#child
    if (child && this.pid !== undefined) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await within('the app stops', stopPatienceMs, exited).catch((error: unknown) => {
        child.kill('SIGKILL')
        throw error
      })
    }
    this.#log.end()
  }

  #onExit(pid: number | undefined, code: number | null, signal: string | null): void {
    if (this.#isStopping) return
    if (this.#wasHealthy && pid !== this.#killedPid)
      this.surprises.push(`the app ended by itself (${signal ?? `exit code ${code}`})`)
    this.#log.write(`--- ended: ${signal ?? `exit code ${code}`}\n`)
    setTimeout(() => {
      if (!this.#isStopping) this.start()
    }, this.#settings.pauseMs())
  }
}
