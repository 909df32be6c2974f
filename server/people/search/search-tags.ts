import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

interface TagCount {
  tag: string
  count: number
}

export interface SearchTags {
  /** The most common tags, the commonest first, at most a minute old. */
  common: () => Promise<readonly TagCount[]>
}

const shownMax = 40
const rememberedMs = 60_000

/** Counting everybody's tags takes a while, and a minute's delay does no harm. */
export const createSearchTags = ({ db, now }: { db: Db; now: () => number }): SearchTags => {
  let remembered: { tags: Promise<readonly TagCount[]>; atMs: number } | undefined
  return {
    common: () => {
      if (remembered && now() - remembered.atMs < rememberedMs) return remembered.tags
      const counted = { tags: countTags(db), atMs: now() }
      remembered = counted
      counted.tags.catch(() => {
        if (remembered === counted) remembered = undefined
      })
      return counted.tags
    },
  }
}

const countTags = async (db: Db): Promise<TagCount[]> => {
  const { rows } = await sql<TagCount>`
    SELECT tag, count(*)::int AS count FROM search_entry e, unnest(e.tags) AS tag
    GROUP BY tag ORDER BY count DESC, tag LIMIT ${shownMax}`.execute(db)
  return rows
}
