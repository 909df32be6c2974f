import type { MediaReading } from '../../adapters/media/port.ts'
import type { Context } from '../context.ts'
import { reportMeters } from '../points/metering.ts'
import { applyEvent } from './actions/apply-event.ts'
import { billDueCalls } from './actions/bill-calls.ts'
import { noteReadings } from './note-readings.ts'
import { dueCallIds, unstartedCallIds } from './queries.ts'

/** ledger.md: each node reports the media time of its calls in one statement every 6 s. */
const reportEveryMs = 6_000
const billEveryMs = 500
const tickEveryMs = 500

export interface Loops {
  stop(): Promise<void>
}

/** Runs `work` again `everyMs` after it finished; a failure is logged and the loop goes on. */
const loop = (context: Context, name: string, everyMs: number, work: () => Promise<void>): Loops => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const round = () => {
    running = work()
      .catch((error: unknown) => context.log.error('loop-failed', { loop: name, error }))
      .then(() => {
        if (!isStopped) timer = setTimeout(round, everyMs)
      })
  }
  timer = setTimeout(round, everyMs)
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

const report = async (context: Context): Promise<void> => {
  const readings = [...context.media.readings()]
  await startMissedMeters(context, readings)
  await noteReadings(context.db, readings)
  await reportMeters(
    context.db,
    readings.map(([callId, reading]) => ({ callId, ...reading })),
  )
}

/** A first picture whose news was lost, say to a database that was away, still starts the meter. */
const startMissedMeters = async (
  context: Context,
  readings: readonly (readonly [string, MediaReading])[],
): Promise<void> => {
  const flowing = readings.filter(([, reading]) => reading.connectedMs > 0).map(([callId]) => callId)
  for (const callId of await unstartedCallIds(context.db, flowing)) {
    await applyEvent(context, callId, { type: 'mediaConnected' })
  }
}

const tickDueCalls = async (context: Context): Promise<void> => {
  for (const callId of await dueCallIds(context.db)) await applyEvent(context, callId, { type: 'tick' })
}

/** Media time into the database, money for what falls due, and the call machine's deadlines. */
export const startCallLoops = (context: Context): Loops => {
  const loops = [
    loop(context, 'report', reportEveryMs, () => report(context)),
    loop(context, 'bill', billEveryMs, () => billDueCalls(context)),
    loop(context, 'tick', tickEveryMs, () => tickDueCalls(context)),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((each) => each.stop()))
    },
  }
}
