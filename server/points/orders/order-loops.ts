import type { Context } from '#server/context.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { receiveWebhook } from '../purchase/webhook-routes.ts'
import { removeCards } from './card-removals.ts'
import { reconcileOrders } from './reconcile.ts'
import { finishRefunds } from './refunds.ts'

/** A minute would do; a buyer whose payment's answer was lost waits for this. */
const reconcileEveryMs = 3_000
const removeCardsEveryMs = 5_000

/** Takes in what the sandbox tells, and follows up what is open, in every process, from the start on. */
export const startOrderLoops = (context: Context): Loops => {
  context.payments.start(async (gateway, webhook) => {
    await receiveWebhook(context, gateway, webhook)
  })
  const reconciling = loop(context, 'orders', reconcileEveryMs, async () => {
    await reconcileOrders(context)
    await finishRefunds(context)
  })
  // A service that is slow to forget a card holds up no buyer's order.
  const removing = loop(context, 'card-removals', removeCardsEveryMs, () => removeCards(context))
  return { stop: async () => void (await Promise.all([reconciling.stop(), removing.stop()])) }
}
