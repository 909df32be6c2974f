import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { callPhases } from '../../contract/calls.ts'
import type { Context } from '../context.ts'
import { within } from '../health/within.ts'
import type { Log } from '../log.ts'
import { readFigures } from './figures.ts'

/** Figures for Prometheus. No label holds an id, a name or an address: each takes few values, known beforehand. */
export interface Metrics {
  /** An endpoint, by its name in the contract, has answered. */
  answered(endpoint: string, status: number, seconds: number): void
  /** The same log, of which every line is counted by level and event. */
  counting(log: Log): Log
  /** What a scrape reads, with the figures of this moment. */
  read(context: FiguresContext): Promise<string>
}

export type FiguresContext = Pick<Context, 'db' | 'media' | 'now'>

/** Prometheus gives up on a scrape after 10 s; what the database doesn't tell by then is left out of it. */
const figuresPatienceMs = 3_000

/** Seconds: our own endpoints answer in milliseconds, and `contract/client.ts` gives up after 10 s. */
const answerBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export const createMetrics = (): Metrics => {
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
  const refresh = gaugesOf(registers)

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
      info: counted(log, 'info'),
      debug: counted(log, 'debug'),
    }),
    read: async (context) => {
      await refresh(context)
      return registry.metrics()
    },
  }
}

/** What is read at each scrape. A figure that can't be told is missing; it is never an old one. */
const gaugesOf = (registers: Registry[]) => {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name: `koyoi_${name}`, help, labelNames, registers })
  const up = gauge('up', 'Whether a part serves', 'part')
  const calls = gauge('calls', 'Calls that run, by phase', 'phase')
  const rooms = gauge('media_rooms', "Rooms of this process's media server")
  const lateness = gauge('billing_lateness_seconds', 'How long the most overdue meter has been due')
  const mail = gauge('mail_waiting_seconds', 'How long the oldest mail that can still be sent has waited')
  const sms = gauge('sms_waiting_seconds', 'How long the oldest SMS that can still be sent has waited')

  return async (context: FiguresContext): Promise<void> => {
    const figures = await within(figuresPatienceMs, readFigures(context), null)
    up.set({ part: 'database' }, figures === null ? 0 : 1)
    up.set({ part: 'media' }, context.media.isUp() ? 1 : 0)
    rooms.set(context.media.readings().size)
    lateness.remove()
    mail.remove()
    sms.remove()
    calls.reset()
    if (figures === null) return
    for (const phase of callPhases) calls.set({ phase }, figures.calls[phase] ?? 0)
    lateness.set(figures.billingLatenessSec)
    mail.set(figures.oldestWaitingMailSec)
    sms.set(figures.oldestWaitingSmsSec)
  }
}
