import type { Context } from '#server/context.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { receiveWebhook } from '../purchase/webhook-routes.ts'
import { removeCards } from './card-removals.ts'
import { reconcileOrders } from './reconcile.ts'
import { finishRefunds } from './refunds.ts'

/** A minute would do; a buyer whose payment's answer was lost waits for this. */
const reconcileEveryMs = 3_000
const removeCardsEveryMs = 5_000

/** Receives the sandbox's events and follows up open orders, in every process, from the start on. */
export const startOrderLoops = (context: Context): Loops => {
  context.payments.start(async (gateway, webhook) => {
    await receiveWebhook(context, gateway, webhook)
  })
  const reconciling = loop(context, 'orders', reconcileEveryMs, async () => {
    await reconcileOrders(context)
    await finishRefunds(context)
  })
  // A service that is slow to delete a card delays no order.
  const removing = loop(context, 'card-removals', removeCardsEveryMs, () => removeCards(context))
  return { stop: async () => void (await Promise.all([reconciling.stop(), removing.stop()])) }
}
