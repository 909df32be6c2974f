import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { boardSubscriptionsMax } from '#domain/boards/board.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { boardThread, readablePost } from '../queries.ts'

/** Whether a member is notified of new posts in a thread. */
export const subscribeBoardThread = async (
  tx: Tx,
  memberId: string,
  { threadId, isSubscribed }: { threadId: string; isSubscribed: boolean },
): Promise<null | Refusal<'notFound' | 'boardSubscriptionsFull'>> => {
  if (!isSubscribed) {
    await tx
      .deleteFrom('board_subscription')
      .where('member_id', '=', memberId)
      .where('thread_id', '=', threadId)
      .execute()
    return null
  }
  await lockName(tx, `board-subscriptions:${memberId}`)
  const thread = await boardThread(tx, memberId, threadId)
  if (!thread) return refuse('notFound')
  if (thread.isSubscribed) return null
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM board_subscription WHERE member_id = ${memberId}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= boardSubscriptionsMax) return refuse('boardSubscriptionsFull')
  await tx
    .insertInto('board_subscription')
    .values({ member_id: memberId, thread_id: threadId, seen_number: thread.posts })
    .execute()
  return null
}

/** A subscriber has read up to this number: the next post notifies again. */
export const recordSeen = async (
  db: Db | Tx,
  memberId: string,
  threadId: string,
  number: number,
): Promise<void> => {
  await sql`
    UPDATE board_subscription SET seen_number = greatest(seen_number, ${number}), is_notified = false
    WHERE member_id = ${memberId} AND thread_id = ${threadId} AND (seen_number < ${number} OR is_notified)`.execute(
    db,
  )
}

/** Hides what bears the mark of this post from the member: its author in this thread and on this day. */
export const hideBoardAuthor = async (
  tx: Tx,
  memberId: string,
  postId: string,
): Promise<null | Refusal<'notFound' | 'blockSelf'>> => {
  const post = await readablePost(tx, memberId, postId)
  if (!post) return refuse('notFound')
  if (post.authorId === memberId) return refuse('blockSelf')
  await tx
    .insertInto('board_hidden_mark')
    .values({ member_id: memberId, thread_id: post.threadId, mark: post.mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return null
}

/** How many hidden marks are shown again. */
export const showBoardAuthors = async (db: Db, memberId: string): Promise<number> => {
  const shown = await db
    .deleteFrom('board_hidden_mark')
    .where('member_id', '=', memberId)
    .returning('mark')
    .execute()
  return shown.length
}
