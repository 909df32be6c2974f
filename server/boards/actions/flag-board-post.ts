import { sql } from 'kysely'
import { boardFlagsToHide } from '#contract/boards/boards.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { ReportReason } from '#contract/safety/safety.ts'
import { boardLimitsWindowMs, decideFlag } from '#domain/boards/board.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { readablePost } from '../queries.ts'

/**
 * Flags a post, once per member; a repeat changes nothing. The third flag hides it until an operator has looked, unless
 * one has already kept it.
 *
 * The order of the refusals: notFound, reportSelf, reportTooOften.
 */
export const flagBoardPost = async (
  { db }: Context,
  { memberId }: Viewer,
  { postId, reason }: { postId: string; reason: ReportReason },
): Promise<null | Refusal<'notFound' | 'reportSelf' | 'reportTooOften'>> =>
  inTransaction(db, async (tx) => {
    await lockName(tx, `board-flag:${memberId}`)
    const post = await readablePost(tx, memberId, postId)
    if (!post) return refuse('notFound')
    if (post.authorId === memberId) return refuse('reportSelf')
    const refused = decideFlag(...(await earlierFlags(tx, memberId)))
    if (refused) return refused
    const { rows } = await sql<{ flags: number }>`
      WITH added AS (
        INSERT INTO board_flag (post_id, member_id, reason) VALUES (${postId}, ${memberId}, ${reason})
        ON CONFLICT DO NOTHING RETURNING 1)
      UPDATE board_post SET flags = flags + 1 WHERE id = ${postId} AND EXISTS (SELECT FROM added)
      RETURNING flags`.execute(tx)
    const flags = rows[0]?.flags ?? 0
    if (flags >= boardFlagsToHide && !post.isDecided) await hide(tx, postId)
    if (reason === 'underAge' && flags > 0) await alertOperators(tx, postId, '18歳未満と思われるという通報')
    return null
  })

const hide = async (tx: Tx, postId: string): Promise<void> => {
  const hidden = await sql`
    UPDATE board_post SET hidden_at = now() WHERE id = ${postId} AND hidden_at IS NULL RETURNING 1`.execute(
    tx,
  )
  if (hidden.rows.length > 0) await alertOperators(tx, postId, '通報が重なり、自動で非表示')
}

const alertOperators = (tx: Tx, postId: string, what: string): Promise<void> =>
  raiseAlert(tx, {
    kind: 'boardFlagged',
    subject: `board:${postId}`,
    text: `掲示板の書き込みに対応が必要です（${what}）。`,
  })

const earlierFlags = async (tx: Tx, memberId: string): Promise<[number[], number]> => {
  const { rows } = await sql<{ at: Date | null; now: Date }>`
    SELECT f.flagged_at AS at, clock.now FROM (SELECT now() AS now) clock
    LEFT JOIN board_flag f ON f.member_id = ${memberId}
      AND f.flagged_at > clock.now - make_interval(secs => ${boardLimitsWindowMs / 1000})`.execute(tx)
  return [rows.flatMap(({ at }) => (at === null ? [] : [at.getTime()])), rows[0]?.now.getTime() ?? 0]
}
