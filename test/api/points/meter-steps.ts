import type { Tx } from '#server/db/database.ts'
import { billDue, openMeter, reportMeters, startMeter } from '#server/points/metering/metering.ts'
import { broadcasterId, callerId, done, passDueTime } from '../ledger/ledger-fixture.ts'

/** The meter of a video call at 200 points per minute. */
export const video = { callId: 'call-1', payerId: callerId, broadcasterId, ratePointsPerMin: 200 }

/** What the tests of the meter do in their transaction. */
export const meterSteps = (tx: () => Tx) => {
  const report = (seconds: number, callId = video.callId) =>
    reportMeters(tx(), [{ callId, chargedMs: seconds * 1000, connectedMs: seconds * 1000 + 500 }])
  return {
    report,
    /** A running call, its meter read at so many seconds of charged time. */
    callAt: async (seconds: number, meter = video): Promise<void> => {
      done(await openMeter(tx(), meter))
      await startMeter(tx(), meter.callId)
      await report(seconds, meter.callId)
    },
    bill: async () => {
      await passDueTime(tx())
      return billDue(tx(), 100)
    },
  }
}
