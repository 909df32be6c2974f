import { Gauge, type Registry } from 'prom-client'
import { callPhases } from '#contract/calls/calls.ts'
import { openOrderStates } from '#domain/points/purchase/order.ts'
import type { Context } from '#server/context.ts'
import { partsOf } from '#server/health/parts.ts'
import { withTimeout } from '#server/lifecycle/with-timeout.ts'
import { type Figures, readFigures } from './figures.ts'

export type FiguresContext = Pick<Context, 'db' | 'sql' | 'media' | 'now' | 'healthWatch'> & {
  /** Sockets that are connected to this process. */
  countSockets(): number
}

/** Prometheus gives up a scrape after 10 s; figures that the database doesn't deliver by then are left out. */
const figuresPatienceMs = 3_000

/** Sets every gauge to its present value. A figure that isn't available is left out. */
export const createGauges = (registers: Registry[]): ((context: FiguresContext) => Promise<void>) => {
  const gauge = gaugesIn(registers)
  const up = gauge('up', 'Whether a part serves', 'part')
  const rooms = gauge('media_rooms', "Rooms of this process's media server")
  const sockets = gauge('sockets', 'Sockets that are connected to this process')
  const poolInUse = gauge('database_pool_in_use', 'Connections of the pool that work or are lent out')
  const poolWaiting = gauge('database_pool_waiting', 'Queries and transactions that wait for a connection')
  const freeDisk = gauge('disk_free_bytes', 'Free space where the data folder is')
  const setFigures = figureGauges(registers)
  return async (context) => {
    const figures = await withTimeout(figuresPatienceMs, readFigures(context), null)
    const { media, sql, healthWatch } = context
    const parts = { ...partsOf(context, figures !== null), media: media.isUp() }
    for (const [part, isUp] of Object.entries(parts)) up.set({ part }, isUp ? 1 : 0)
    rooms.set(media.readings().size)
    sockets.set(context.countSockets())
    const pool = sql.pool()
    poolInUse.set(pool.inUse)
    poolWaiting.set(pool.waiting)
    const { freeDiskBytes } = healthWatch.findings()
    if (freeDiskBytes === undefined) freeDisk.remove()
    else freeDisk.set(freeDiskBytes)
    setFigures(figures)
  }
}

const gaugesIn =
  (registers: Registry[]) =>
  <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name: `koyoi_${name}`, help, labelNames, registers })

/** The gauges of the database's figures; all are left out when it doesn't answer. */
const figureGauges = (registers: Registry[]): ((figures: Figures | null) => void) => {
  const gauge = gaugesIn(registers)
  const calls = gauge('calls', 'Calls that run, by phase', 'phase')
  const lateness = gauge('billing_lateness_seconds', 'How long the most overdue meter has been due')
  const mail = gauge('mail_waiting_seconds', 'How long the oldest mail that can still be sent has waited')
  const sms = gauge('sms_waiting_seconds', 'How long the oldest SMS that can still be sent has waited')
  const holds = gauge('open_holds', 'Holds with points that are neither captured nor released')
  const heldPoints = gauge('open_hold_points', 'Points of the open holds')
  const orders = gauge('open_orders', 'Orders that wait for their payer or the payment service', 'state')
  const orderAge = gauge('open_order_oldest_seconds', 'Age of the oldest open order', 'state')
  const defects = gauge('ledger_check_defects', 'Defects that the last check of the ledger found')
  const checkAge = gauge('ledger_check_age_seconds', 'How long ago the ledger was last checked')
  const jobs = gauge('jobs_waiting', 'Jobs that are due and not begun', 'queue')
  const jobAge = gauge('job_waiting_seconds', 'How long the job due first has been due', 'queue')
  const failed = gauge('jobs_failed', 'Jobs of the last days whose retries are used up', 'queue')
  return (figures) => {
    for (const each of [lateness, mail, sms, holds, heldPoints, defects, checkAge]) each.remove()
    for (const each of [calls, orders, orderAge, jobs, jobAge, failed]) each.reset()
    if (figures === null) return
    for (const phase of callPhases) calls.set({ phase }, figures.calls[phase] ?? 0)
    lateness.set(figures.billingLatenessSec)
    mail.set(figures.oldestWaitingMailSec)
    sms.set(figures.oldestWaitingSmsSec)
    holds.set(figures.openHolds.count)
    heldPoints.set(figures.openHolds.points)
    for (const state of openOrderStates) {
      const open = figures.openOrders.find((one) => one.state === state)
      orders.set({ state }, open?.count ?? 0)
      orderAge.set({ state }, open?.oldestSec ?? 0)
    }
    if (figures.lastLedgerCheck) {
      defects.set(figures.lastLedgerCheck.defects)
      checkAge.set(figures.lastLedgerCheck.ageSec)
    }
    for (const queue of figures.jobQueues) {
      jobs.set({ queue: queue.name }, queue.waiting)
      jobAge.set({ queue: queue.name }, queue.waitingSec)
      failed.set({ queue: queue.name }, queue.failed)
    }
  }
}
