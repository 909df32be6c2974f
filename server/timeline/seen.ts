import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/account/account.ts'
import { isBlocked } from '#server/people/queries.ts'

/** Who reads; null: a visitor. */
export type Reader = { memberId: string; role: Role } | null

const idOf = (reader: Reader): string | null => reader?.memberId ?? null

/**
 * Whether the reader sees the posts of the author `m`, of which `p` is one: everybody sees what broadcasters write,
 * broadcasters and the author what callers write, and nobody anything behind a block or of an account that was
 * closed (domain/people/visibility.ts).
 */
export const isSeenPost = (reader: Reader): RawBuilder<boolean> =>
  sql<boolean>`(${
    reader?.role === 'broadcaster'
      ? sql`m.role IN ('broadcaster', 'caller')`
      : sql`((p.is_public AND m.role = 'broadcaster') OR m.id = ${idOf(reader)}::text)`
  } AND NOT ${isBlocked(idOf(reader))})`

/** Whether an account `alias` may be read: not closed and not behind a block. */
const isOpenTo = (reader: Reader, alias: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${alias}.role`)} IN ('broadcaster', 'caller') AND NOT EXISTS (
    SELECT FROM blocked_pair x WHERE x.member_id = ${idOf(reader)} AND x.partner_id = ${sql.ref(`${alias}.id`)}))`

/** The comment `c` with its author `a`, and the comment `parent` that it answers with its author `pa`. */
export const commentTables = sql`
  timeline_comment c JOIN member a ON a.id = c.author_id
  LEFT JOIN timeline_comment parent ON parent.id = c.parent_id LEFT JOIN member pa ON pa.id = parent.author_id`

/** Whether the reader, who sees the post, sees the comment `c` of `commentTables`. An answer goes with its comment. */
export const isSeenComment = (reader: Reader): RawBuilder<boolean> => sql<boolean>`(
  c.state = 'shown' AND ${isOpenTo(reader, 'a')}
  AND (c.parent_id IS NULL OR (parent.state = 'shown' AND ${isOpenTo(reader, 'pa')})))`
