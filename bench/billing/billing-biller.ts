/**
 * One node's billing for the billing benchmark, in a process of its own: the product's rounds at the
 * product's pace. Says `round` as each begins, and stops when its channel closes.
 */
import { createBilling } from '#server/calls/billing/billing.ts'
import type { Context } from '#server/context.ts'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { loop } from '#server/lifecycle/loop.ts'
import { createEventBus } from '#server/realtime/event-bus.ts'

const [url = '', name = ''] = process.argv.slice(2)
const database = openDatabase(url, { maxConnections: 10, applicationName: name })
const log = createLog('error')
const parts = {
  ...database,
  log,
  events: createEventBus(database.sql, log),
  // The benchmark plays the media servers and learns of new funds from its reports.
  media: { extendFunding: async () => {} },
}
// All that billing uses of it, because no call here runs out of funds.
const billing = createBilling(parts as unknown as Context)
const rounds = loop(parts, 'bill', billing.restMsMax, () => {
  process.send?.('round')
  return billing.round()
})
process.on('disconnect', async () => {
  await rounds.stop()
  await billing.settled()
  await database.close()
})
