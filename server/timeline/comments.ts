import { type RawBuilder, sql } from 'kysely'
import {
  answersMax,
  type TimelineAnswer,
  type TimelineAuthor,
  type TimelineComment,
  timelinePage,
} from '#contract/timeline/timeline.ts'
import { canSee } from '#domain/people/visibility.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { mentionsIn } from './mentions.ts'
import { commentTables, isSeenComment, type Reader } from './seen.ts'

interface CommentRow {
  commentId: string
  seq: string
  parentId: string | null
  author: TimelineAuthor
  guestNo: number
  text: string
  postedAt: Date
  isOfAuthor: boolean
}

const selectComments = (reader: Reader, condition: RawBuilder<unknown>) => sql<CommentRow>`
  SELECT c.id AS "commentId", c.seq::text AS seq, c.parent_id AS "parentId", c.guest_no AS "guestNo", c.text,
    jsonb_build_object('id', a.id, 'role', a.role, 'name', a.name, 'avatarId', a.avatar_id) AS author,
    c.created_at AS "postedAt",
    EXISTS (SELECT FROM timeline_post p WHERE p.id = c.post_id AND p.author_id = c.author_id) AS "isOfAuthor"
  FROM ${commentTables} WHERE ${condition} AND c.state = 'shown' AND ${isSeenComment(reader)}`

/** Callers are named only to those who see them; others read ユーザー with a number. */
const toAnswers = async (
  db: Db | Tx,
  reader: Reader,
  rows: readonly CommentRow[],
): Promise<TimelineAnswer[]> => {
  const mentions = await mentionsIn(
    db,
    reader,
    rows.map(({ text }) => text),
  )
  const seenBy = reader && { id: reader.memberId, role: reader.role }
  return rows.map(({ author, ...row }) => ({
    commentId: row.commentId,
    author: canSee(seenBy, author) ? author : null,
    guestNo: row.guestNo,
    text: row.text,
    mentions: mentions(row.text),
    postedAt: row.postedAt.toISOString(),
    isOwn: author.id === reader?.memberId,
    isOfAuthor: row.isOfAuthor,
  }))
}

/** A page of a post's comments with their answers, oldest first; the reader sees the post. */
export const commentPage = async (
  db: Db,
  reader: Reader,
  { postId, after }: { postId: string; after?: string | undefined },
): Promise<{ comments: TimelineComment[]; next: string | null }> => {
  const { rows: found } = await sql<CommentRow>`
    ${selectComments(reader, sql`c.post_id = ${postId} AND c.parent_id IS NULL AND c.seq > ${after ?? 0}::bigint`)}
    ORDER BY c.seq LIMIT ${timelinePage + 1}`.execute(db)
  const top = found.slice(0, timelinePage)
  const { rows: answers } = await sql<CommentRow>`
    ${selectComments(reader, sql`c.parent_id = any(${top.map(({ commentId }) => commentId)}::uuid[])`)}
    ORDER BY c.seq LIMIT ${timelinePage * answersMax}`.execute(db)
  const shown = await toAnswers(db, reader, [...top, ...answers])
  const byParent = Map.groupBy(
    answers.map((row, index) => ({ row, at: top.length + index })),
    ({ row }) => row.parentId,
  )
  const last = found.length > timelinePage ? top.at(-1) : undefined
  return {
    comments: shown.slice(0, top.length).map((comment) => ({
      ...comment,
      answers: (byParent.get(comment.commentId) ?? []).flatMap(({ at }) => shown[at] ?? []),
    })),
    next: last?.seq ?? null,
  }
}

/** One comment that the reader sees on a post, or null. */
export const commentOnPost = async (
  db: Db | Tx,
  reader: Reader,
  { commentId, postId }: { commentId: string; postId: string },
): Promise<(TimelineAnswer & { authorId: string; isAnswer: boolean }) | null> => {
  const condition = sql`c.id = ${commentId} AND c.post_id = ${postId}`
  const { rows } = await selectComments(reader, condition).execute(db)
  const [row] = rows
  const [comment] = await toAnswers(db, reader, rows)
  return row && comment ? { ...comment, authorId: row.author.id, isAnswer: row.parentId !== null } : null
}
