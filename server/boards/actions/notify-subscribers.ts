import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'

/**
 * So many subscribers are notified in one transaction. An answer holds its thread's lock meanwhile; the job takes the
 * others within a minute.
 */
const notifiedPerTransaction = 500

/** Rounds of one run of the job; the next run goes on. */
const roundsMax = 100

/** A thread without a post for a day has nobody left who waits for a notification. */
const activeWithinHours = 24

/** Notifies those who subscribed to the thread of a new answer, each once until they have read (product.md 14.6). */
export const notifyOfAnswer = async (
  tx: Tx,
  { memberId, threadId, mark }: { memberId: string; threadId: string; mark: string },
): Promise<void> => {
  const { rows } = await sql<Notified>`
    UPDATE board_subscription u SET is_notified = true FROM (
      SELECT s.member_id FROM board_subscription s
      WHERE s.thread_id = ${threadId} AND NOT s.is_notified AND s.member_id <> ${memberId}
        AND NOT EXISTS (SELECT FROM board_hidden_mark h
          WHERE h.member_id = s.member_id AND h.thread_id = s.thread_id AND h.mark = ${mark})
      ORDER BY s.since, s.member_id LIMIT ${notifiedPerTransaction}
    ) s WHERE u.thread_id = ${threadId} AND u.member_id = s.member_id
    RETURNING u.member_id AS "memberId", u.thread_id AS "threadId", u.seen_number AS "seenNumber"`.execute(tx)
  await notify(tx, rows)
}

/** Notifies subscribers whom an answer left out because they were too many for its transaction. */
export const notifyWaiting = async (context: Context): Promise<void> => {
  for (let round = 0; round < roundsMax; round += 1) {
    const notified = await inTransaction(context.db, async (tx) => {
      const { rows } = await sql<Notified>`
        UPDATE board_subscription u SET is_notified = true FROM (
          SELECT s.member_id, s.thread_id FROM board_thread t
          JOIN board_subscription s ON s.thread_id = t.id AND NOT s.is_notified AND s.seen_number < t.posts
          WHERE t.removed_at IS NULL AND t.last_post_at > now() - make_interval(hours => ${activeWithinHours})
            AND EXISTS (SELECT FROM board_post p
              WHERE p.thread_id = t.id AND p.number > s.seen_number AND p.hidden_at IS NULL
                AND p.author_id IS DISTINCT FROM s.member_id
                AND NOT EXISTS (SELECT FROM board_hidden_mark h
                  WHERE h.member_id = s.member_id AND h.thread_id = t.id AND h.mark = p.mark))
          LIMIT ${notifiedPerTransaction} FOR UPDATE OF s SKIP LOCKED
        ) s WHERE u.thread_id = s.thread_id AND u.member_id = s.member_id
        RETURNING u.member_id AS "memberId", u.thread_id AS "threadId", u.seen_number AS "seenNumber"`.execute(
        tx,
      )
      await notify(tx, rows)
      return rows.length
    })
    if (notified < notifiedPerTransaction) return
  }
}

interface Notified {
  memberId: string
  threadId: string
  /** The number of the last post that the member has seen. */
  seenNumber: number
}

const notify = async (tx: Tx, rows: readonly Notified[]): Promise<void> => {
  if (rows.length === 0) return
  await addMemberNotices(
    tx,
    rows.map(({ memberId, threadId, seenNumber }) => ({
      memberId,
      once: `${threadId}:${seenNumber}`,
      about: { kind: 'boardAnswered', threadId, number: seenNumber + 1 } as const,
    })),
  )
}
