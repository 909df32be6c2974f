import { sql } from 'kysely'
import type { ReviewStatus } from '#contract/moderation/moderation.ts'
import type { AnsweredReview, OwnReview } from '#contract/reviews/reviews.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isBlocked } from '#server/people/queries.ts'

/** A review without text is only a score: it counts, and there is nothing to read, answer or report. */
const isReadable = sql`r.description <> '' AND r.hidden_at IS NULL`

interface ReviewRow {
  id: number
  score: number
  description: string
  authorLabel: string
  postedAt: Date
  answer: string | null
  answeredAt: Date | null
  isOwn: boolean
  isAnswerable: boolean
}

/**
 * A broadcaster's reviews with a text, newest first, only those before the review `before`. Blocks hide none
 * of them: otherwise a review that disappears with a block would reveal its author. Only the day of a review
 * is returned: the minute would lead the broadcaster to the call, and to its caller.
 */
export const reviewsOf = async (
  db: Db,
  targetId: string,
  viewerId: string | null,
  page: { before?: string | undefined; limit: number },
): Promise<{ reviews: AnsweredReview[]; more: boolean }> => {
  const from =
    page.before === undefined
      ? sql`true`
      : sql`(r.created_at, r.id) < (
          (SELECT last.created_at FROM review last WHERE last.id = ${page.before} AND last.target_id = ${targetId}),
          ${page.before}::bigint)`
  const { rows } = await sql<ReviewRow>`
    SELECT r.id, r.score, r.description, r.author_label AS "authorLabel", date_trunc('day', r.created_at, 'Asia/Tokyo') AS "postedAt",
      w.text AS answer, w.created_at AS "answeredAt",
      r.author_id IS NOT DISTINCT FROM ${viewerId}::text AS "isOwn",
      r.target_id IS NOT DISTINCT FROM ${viewerId}::text
        AND NOT EXISTS (SELECT FROM review_answer given WHERE given.review_id = r.id) AS "isAnswerable"
    FROM review r
    LEFT JOIN review_answer w ON w.review_id = r.id AND w.hidden_at IS NULL
    WHERE r.target_id = ${targetId} AND ${isReadable} AND ${from}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${page.limit + 1}`.execute(db)
  return { reviews: rows.slice(0, page.limit).map(toReview), more: rows.length > page.limit }
}

const toReview = (row: ReviewRow): AnsweredReview => ({
  id: String(row.id),
  score: row.score,
  description: row.description,
  authorLabel: row.authorLabel,
  postedAt: row.postedAt.toISOString(),
  answer: toAnswer(row),
  isOwn: row.isOwn,
  isAnswerable: row.isAnswerable,
})

interface OwnReviewRow extends Pick<ReviewRow, 'id' | 'score' | 'description' | 'answer' | 'answeredAt'> {
  partnerId: string
  partnerName: string
  postedAt: Date
  isHidden: boolean
}

/** A member's own reviews, newest first, only those before the review `before`; none of a blocked pair. */
export const reviewsBy = async (
  db: Db,
  authorId: string,
  page: { before?: string | undefined; limit: number },
): Promise<{ reviews: OwnReview[]; more: boolean }> => {
  const from =
    page.before === undefined
      ? sql`true`
      : sql`(r.created_at, r.id) < (
          (SELECT last.created_at FROM review last WHERE last.id = ${page.before} AND last.author_id = ${authorId}),
          ${page.before}::bigint)`
  const { rows } = await sql<OwnReviewRow>`
    SELECT r.id, r.score, r.description, r.created_at AS "postedAt", r.hidden_at IS NOT NULL AS "isHidden",
      m.id AS "partnerId", m.name AS "partnerName", w.text AS answer, w.created_at AS "answeredAt"
    FROM review r JOIN member m ON m.id = r.target_id
    LEFT JOIN review_answer w ON w.review_id = r.id AND w.hidden_at IS NULL
    WHERE r.author_id = ${authorId} AND NOT ${isBlocked(authorId)} AND ${from}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${page.limit + 1}`.execute(db)
  return { reviews: rows.slice(0, page.limit).map(toOwnReview), more: rows.length > page.limit }
}

const toOwnReview = (row: OwnReviewRow): OwnReview => ({
  id: String(row.id),
  partner: { id: row.partnerId, name: row.partnerName },
  score: row.score,
  description: row.description,
  postedAt: row.postedAt.toISOString(),
  answer: toAnswer(row),
  isHidden: row.isHidden,
})

const toAnswer = ({
  answer,
  answeredAt,
}: Pick<ReviewRow, 'answer' | 'answeredAt'>): AnsweredReview['answer'] =>
  answer !== null && answeredAt ? { text: answer, answeredAt: answeredAt.toISOString() } : null

/** How many of a broadcaster's reviews with a text were never answered, counted up to `max`. */
export const unansweredReviews = async (db: Db, targetId: string, max: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM review r WHERE r.target_id = ${targetId} AND ${isReadable}
        AND NOT EXISTS (SELECT FROM review_answer given WHERE given.review_id = r.id)
      LIMIT ${max}) open`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The author of a review that `targetId` may answer, or null: a readable review of this broadcaster. Locks
 * it, so that concurrent answers run one after the other.
 */
export const reviewToAnswer = async (
  tx: Tx,
  reviewId: string,
  targetId: string,
): Promise<{ authorId: string } | null> => {
  const { rows } = await sql<{ authorId: string }>`
    SELECT r.author_id AS "authorId" FROM review r
    WHERE r.id = ${reviewId} AND r.target_id = ${targetId} AND ${isReadable}
    FOR NO KEY UPDATE OF r`.execute(tx)
  return rows[0] ?? null
}

interface StoredAnswer {
  text: string
  answeredAt: Date
  isHidden: boolean
}

/** A review's answer, hidden or not. */
export const answerOf = async (tx: Db | Tx, reviewId: string): Promise<StoredAnswer | null> => {
  const { rows } = await sql<StoredAnswer>`
    SELECT text, created_at AS "answeredAt", hidden_at IS NOT NULL AS "isHidden" FROM review_answer
    WHERE review_id = ${reviewId}`.execute(tx)
  return rows[0] ?? null
}

/** A review with both its sides, for operators, inside a report. */
interface WholeReview {
  reviewId: string
  authorId: string
  targetId: string
  score: number
  description: string
  postedAt: Date
  answer: { text: string; answeredAt: Date } | null
}

/**
 * A review as the viewer reads it, or null: a block with the broadcaster hides the profile. Its two sides may
 * report it despite a block between them, so that an insult before a block can be reported.
 */
export const reviewSeenBy = async (
  tx: Tx,
  reviewId: string,
  viewerId: string,
): Promise<WholeReview | null> => {
  const { rows } = await sql<
    Omit<WholeReview, 'answer'> & { answer: string | null; answeredAt: Date | null }
  >`
    SELECT r.id::text AS "reviewId", r.author_id AS "authorId", r.target_id AS "targetId", r.score, r.description,
      r.created_at AS "postedAt", w.text AS answer, w.created_at AS "answeredAt"
    FROM review r LEFT JOIN review_answer w ON w.review_id = r.id AND w.hidden_at IS NULL
    WHERE r.id = ${reviewId} AND ${isReadable}
      AND (${viewerId} IN (r.author_id, r.target_id) OR NOT EXISTS (
        SELECT FROM blocked_pair p WHERE p.member_id = ${viewerId} AND p.partner_id = r.target_id))
  `.execute(tx)
  const row = rows[0]
  if (!row) return null
  const { answer, answeredAt, ...review } = row
  return { ...review, answer: answer !== null && answeredAt ? { text: answer, answeredAt } : null }
}

/** The current state of a review and its answer; both are null when their author was erased. */
export const reviewStatus = async (tx: Db | Tx, reviewId: string): Promise<ReviewStatus> => {
  const { rows } = await sql<ReviewStatus>`
    SELECT CASE WHEN r.hidden_at IS NULL THEN 'shown' ELSE 'hidden' END AS review,
      CASE WHEN w.review_id IS NULL THEN 'none' WHEN w.hidden_at IS NULL THEN 'shown' ELSE 'hidden' END AS answer
    FROM review r LEFT JOIN review_answer w ON w.review_id = r.id WHERE r.id = ${reviewId}`.execute(tx)
  return rows[0] ?? { review: 'gone', answer: 'none' }
}
