import type { LogLevel } from './server-lines.ts'

/** Messages from the app to the watchdog. The first one is `start`. */
export type WatchdogCommand =
  | {
      type: 'start'
      /** Real path of the cluster's folder. */
      clusterDir: string
      command: string
      args: string[]
      uid?: number
      gid?: number
    }
  | { type: 'stop' }

/** Messages from the watchdog to the app. */
export type WatchdogReport =
  | { type: 'ready'; pid: number }
  | { type: 'log'; level: LogLevel; line: string }
  /** PostgreSQL ended by itself and is being restarted. */
  | { type: 'restarting'; reason: string }
  /** It can't be started; the watchdog ends after this. */
  | { type: 'failed'; reason: 'port-taken' | 'other'; detail: string }
