import { campaignCodeDefault } from '#contract/account/account.ts'
import { quitGraceDays } from '#contract/privacy/deactivation.ts'
import { eraseSignIn } from '#server/account/erase-sign-in.ts'
import { eraseApplications } from '#server/applications/actions/erase-applications.ts'
import { eraseBoards } from '#server/boards/actions/remove-board-post.ts'
import { eraseBookings } from '#server/bookings/actions/close-bookings.ts'
import { eraseCallTraces } from '#server/calls/actions/erase-traces.ts'
import { eraseMessages } from '#server/chat/erase-messages.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { eraseGallery } from '#server/gallery/erase-gallery.ts'
import { eraseImages } from '#server/images/actions/erase-images.ts'
import { eraseLive } from '#server/live/erase-live.ts'
import { eraseLiveFlow } from '#server/live/flow/erase-flow.ts'
import { runningTradeImages } from '#server/market/erase-ended-trades.ts'
import { eraseMarket } from '#server/market/leave-market.ts'
import { eraseMissions } from '#server/missions/queries.ts'
import { eraseNotifications } from '#server/notifications/settings-queries.ts'
import { eraseMail } from '#server/outbox/cancel-messages.ts'
import { erasePeople } from '#server/people/erase-people.ts'
import { erasePoints } from '#server/points/erase-points.ts'
import { eraseReviews } from '#server/reviews/erase-reviews.ts'
import { eraseBlocks } from '#server/safety/actions/erase-blocks.ts'
import { eraseTimeline } from '#server/timeline/erase-timeline.ts'
import { eraseVideos } from '#server/videos/actions/use-video.ts'
import { eraseDataExport } from './data-export/exports.ts'

/**
 * Deletes what an area stores of a person; doing it again finds nothing. A step that is too large for one
 * transaction returns the position after which its next part begins; the first part gets 0.
 */
type Erasure = (
  tx: Tx,
  memberId: string,
  context: Context,
  after: number,
) => Promise<number | null> | Promise<void>

/**
 * One step per area, in an order that any interruption leaves consistent: nothing visible refers to erased
 * rows. An area that stores something new of members adds its own step (test/api/privacy/erasure.test.ts
 * fails otherwise).
 */
const erasures: readonly Erasure[] = [
  eraseNotifications,
  eraseMail,
  (tx, memberId, _, after) => eraseMessages(tx, memberId, after),
  async (tx, memberId) => eraseImages(tx, memberId, await runningTradeImages(tx, memberId)),
  eraseVideos,
  eraseGallery,
  erasePeople,
  eraseReviews,
  eraseTimeline,
  eraseBlocks,
  eraseCallTraces,
  eraseBookings,
  eraseMarket,
  eraseBoards,
  eraseMissions,
  eraseLive,
  eraseLiveFlow,
  (tx, memberId, context) => eraseApplications(context, tx, memberId),
  (tx, memberId, context) => eraseDataExport(tx, memberId, context.now()),
  erasePoints,
]

/** Members of one round; the next round continues. */
const perRound = 100
const graceMs = quitGraceDays * 24 * 3_600_000

/**
 * Erases the persons whose 30 days are over. If a step fails, the next round begins with that member again:
 * the erasure is complete only when no step has failed.
 */
export const eraseQuitMembers = async (context: Context): Promise<{ erased: number }> => {
  const due = await context.db
    .selectFrom('member')
    .select('id')
    .where('erased_at', 'is', null)
    .where('quit_at', '<=', new Date(context.now() - graceMs))
    .orderBy('quit_at')
    .limit(perRound)
    .execute()
  let erased = 0
  for (const { id } of due) {
    try {
      if (await eraseMember(context, id)) erased += 1
    } catch (error) {
      context.log.error('member-not-erased', { memberId: id, error })
    }
  }
  return { erased }
}

/** False when the account was reactivated at the last moment. */
export const eraseMember = async (context: Context, memberId: string): Promise<boolean> => {
  const sessionKeys = await inTransaction(context.db, (tx) => beginErasure(context, tx, memberId))
  if (sessionKeys === null) return false
  for (const sessionKey of sessionKeys) context.sessions.evict(sessionKey)
  for (const erase of erasures) await eraseInParts(context, memberId, erase)
  await context.db
    .updateTable('member')
    .set({ erased_at: new Date(context.now()) })
    .where('id', '=', memberId)
    .execute()
  return true
}

const eraseInParts = async (context: Context, memberId: string, erase: Erasure): Promise<void> => {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    const last = await inTransaction(context.db, async (tx) => erase(tx, memberId, context, from))
    after = typeof last === 'number' ? last : null
  }
}

/**
 * From here on the account can't be reactivated: identity and sign-in are erased first. Null: not
 * deactivated, or erased.
 */
const beginErasure = async (context: Context, tx: Tx, memberId: string): Promise<string[] | null> => {
  const member = await tx
    .selectFrom('member')
    .select(['quit_at', 'erased_at'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  const isDue = member?.quit_at && member.quit_at.getTime() <= context.now() - graceMs
  if (!isDue || member.erased_at) return null
  await tx
    .updateTable('account_closure')
    .set({ erasing_since: new Date(context.now()), name: null, avatar_id: null, comment: null })
    .where('member_id', '=', memberId)
    .execute()
  await tx
    .updateTable('member')
    .set({
      email: null,
      password_hash: null,
      region: null,
      age: null,
      born_on: null,
      born_on_stated_at: null,
      age_checked_at: null,
      device_key: null,
      analytics_client_id: null,
      campaign_code: campaignCodeDefault,
    })
    .where('id', '=', memberId)
    .execute()
  await tx.deleteFrom('conversion_postback').where('member_id', '=', memberId).execute()
  return eraseSignIn(context, tx, memberId)
}
