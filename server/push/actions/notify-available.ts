import { availabilityRoundMs } from '#domain/people/availability.ts'
import { triedMs } from '#domain/push/delivery.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import {
  type AnsweredRequest,
  claimAnsweredRequests,
  deleteExpiredRequests,
} from '#server/people/availability-requests.ts'
import { hasOpenPage } from '#server/people/presence-rows.ts'
import { addressesOf } from '../addresses.ts'
import { mayPush } from '../may-push.ts'
import { partnerFor } from '../partner.ts'

/** A phone that comes back after this time gets no push: the broadcaster may be gone by then. */
const retentionMs = 30 * 60_000

/** Every process looks; each request is taken by one of them. */
export const startAvailabilityNotices = (context: Context): Loops =>
  loop(context, 'availability', availabilityRoundMs, () => notifyAvailable(context))

/**
 * Answers the requests whose broadcaster is on standby now (空いたら知らせる). The request goes and the notification
 * in the app comes in one transaction, so each is answered once, whatever dies. The push follows the commit, and
 * is lost with the process, as every push is.
 */
export const notifyAvailable = async (context: Context): Promise<void> => {
  const { db, push } = context
  await deleteExpiredRequests(db)
  const answered = await inTransaction(db, async (tx) => {
    const claimed = await claimAnsweredRequests(tx)
    await addMemberNotices(
      tx,
      claimed.map(({ callerId, broadcasterId }) => ({
        memberId: callerId,
        actorId: broadcasterId,
        // The request that is answered was taken in this transaction.
        once: null,
        about: { kind: 'partnerAvailable' },
      })),
    )
    return claimed
  })
  for (const request of answered) push.beside('partnerAvailable', () => pushToCaller(context, request))
}

const pushToCaller = async (
  context: Context,
  { callerId, broadcasterId }: AnsweredRequest,
): Promise<void> => {
  if (await hasOpenPage(context, callerId)) return
  if (!(await mayPush(context, callerId, 'partnerAvailable'))) return
  const partner = await partnerFor(context, callerId, broadcasterId)
  if (!partner) return
  const delivery = {
    message: { kind: 'partnerAvailable', ...partner },
    urgency: 'normal',
    topic: `standby-${broadcasterId}`,
    tryUntil: performance.now() + triedMs,
    keptMs: retentionMs,
  } as const
  const addresses = await addressesOf(context.db, callerId, context.push.service)
  await Promise.all(addresses.map((to) => context.push.deliver(to, delivery)))
}
