import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Log } from '#server/lifecycle/log.ts'
import { createGauges, type FiguresContext } from './gauges.ts'

/** Figures for Prometheus. No label holds an id, a name or an address: each has few values, all known beforehand. */
export interface Metrics {
  /** Counts an answer of an endpoint, by its name in the contract, or of a route named in `http/timed-routes.ts`. */
  answered(endpoint: string, status: number, seconds: number): void
  /** The same log, with every line counted by level and event. */
  counting(log: Log): Log
  /** The text of a scrape, with figures that are at most a few seconds old. */
  read(context: FiguresContext): Promise<string>
}

/** Seconds: our own endpoints answer in milliseconds, and `contract/core/client.ts` gives up after 10 s. */
const answerBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The database is queried no more often than this, however many scrapes there are. */
const figuresKeptMs = 2_000

export const createMetrics = ({ keptMs = figuresKeptMs } = {}): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'koyoi_answer_seconds',
    help: 'Time to the answer of an endpoint',
    labelNames: ['endpoint', 'status'],
    buckets: answerBuckets,
    registers,
  })
  const logLines = new Counter({
    name: 'koyoi_log_lines_total',
    help: 'Lines of the log',
    labelNames: ['level', 'event'],
    registers,
  })
  const setGauges = createGauges(registers)
  let refreshed: { atMs: number; done: Promise<void> } | null = null
  const refresh = (context: FiguresContext): Promise<void> => {
    const nowMs = performance.now()
    if (refreshed === null || nowMs - refreshed.atMs >= keptMs)
      refreshed = { atMs: nowMs, done: setGauges(context) }
    return refreshed.done
  }

  const counted =
    (log: Log, level: keyof Log): Log[typeof level] =>
    (event, facts) => {
      logLines.inc({ level, event })
      log[level](event, facts)
    }

  return {
    answered: (endpoint, status, seconds) => answers.observe({ endpoint, status }, seconds),
    counting: (log) => ({
      error: counted(log, 'error'),
      warning: counted(log, 'warning'),
      info: counted(log, 'info'),
      debug: counted(log, 'debug'),
    }),
    read: async (context) => {
      await refresh(context)
      return registry.metrics()
    },
  }
}
