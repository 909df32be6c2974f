import { triedMs } from '#domain/push/delivery.ts'
import type { Context } from '#server/context.ts'
import { followersOf } from '#server/favourites/followers.ts'
import { hasOpenPage } from '#server/people/presence-rows.ts'
import { findStandby } from '#server/people/queries.ts'
import { addressesOf, reachableRecipients } from '../addresses.ts'
import { mayPush } from '../may-push.ts'
import { partnerFor } from '../partner.ts'

/** A phone that comes back after this time gets no push: the room may be over by then. */
const retentionMs = 30 * 60_000
/** Rings are sent by the same service, and must not wait for these. */
const atOnceMax = 10

/** Pushes to followers whose pages are all closed that the broadcaster is live now, as long as that is so. */
export const pushFavouriteLive = async (context: Context, partnerId: string): Promise<void> => {
  const recipients = await reachableRecipients(context.db, await followersOf(context.db, partnerId))
  for (let from = 0; from < recipients.length; from += atOnceMax) {
    if ((await findStandby(context.db, partnerId))?.state !== 'live') return
    await Promise.all(
      recipients
        .slice(from, from + atOnceMax)
        .map((follower) => pushToFollower(context, follower, partnerId)),
    )
  }
}

const pushToFollower = async (context: Context, memberId: string, partnerId: string): Promise<void> => {
  if (!(await mayPush(context, memberId, 'favouriteLive'))) return
  if (await hasOpenPage(context, memberId)) return
  const partner = await partnerFor(context, memberId, partnerId)
  if (!partner) return
  const delivery = {
    message: { kind: 'favouriteLive', ...partner },
    urgency: 'normal',
    topic: `live-${partnerId}`,
    tryUntil: performance.now() + triedMs,
    keptMs: retentionMs,
  } as const
  const addresses = await addressesOf(context.db, memberId, context.push.service)
  await Promise.all(addresses.map((to) => context.push.deliver(to, delivery)))
}
