import { sql } from 'kysely'
import type { Mention } from '#contract/timeline/timeline.ts'
import { mentionedIds } from '#domain/timeline/mentions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isBlocked } from '#server/people/queries.ts'
import type { Reader } from './seen.ts'

/** The names of those broadcasters among the members whom the reader sees. */
export const mentionNames = async (
  db: Db | Tx,
  reader: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (memberIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT m.id, m.name FROM member m
    WHERE m.id = any(${memberIds}::text[]) AND m.role = 'broadcaster'
      AND NOT ${isBlocked(reader?.memberId ?? null)}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The mentions in these texts by id, looked up in one query. */
export const mentionsIn = async (
  db: Db | Tx,
  reader: Reader,
  texts: readonly string[],
): Promise<(text: string) => Mention[]> => {
  const names = await mentionNames(db, reader, [...new Set(texts.flatMap(mentionedIds))])
  return (text) => mentionedIds(text).map((id) => ({ id, name: names.get(id) ?? null }))
}
