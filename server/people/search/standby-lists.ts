import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Who was on standby at a moment, for a search that goes on from page to page. */
export interface StandbyList {
  memberIds: readonly string[]
  /** Keeps the list for the next pages; its id, the same one each time. */
  keep: () => Promise<number>
}

export interface StandbyLists {
  /** Who is on standby, not more than a moment ago. */
  newest: () => Promise<StandbyList>
  /** A kept list; null when it is gone. */
  kept: (id: number) => Promise<StandbyList | null>
}

/** One list serves every search of this process that begins within this time. */
const sharedMs = 2_000
/** How long one may look at a page of results before going on. */
const keptMinutes = 30

/** @param db where `member_state` is asked; each process has lists of its own and finds those of the others */
export const createStandbyLists = ({ db, now }: { db: Db; now: () => number }): StandbyLists => {
  let shared: { list: Promise<StandbyList>; takenAtMs: number } | undefined
  return {
    newest: () => {
      if (shared && now() - shared.takenAtMs < sharedMs) return shared.list
      const list = takeList(db)
      const taken = { list, takenAtMs: now() }
      shared = taken
      list.catch(() => {
        if (shared === taken) shared = undefined
      })
      return list
    },
    kept: async (id) => {
      const { rows } = await sql<{ memberIds: string[] }>`
        SELECT member_ids AS "memberIds" FROM standby_list
        WHERE id = ${id} AND taken_at > now() - make_interval(mins => ${keptMinutes}::int)`.execute(db)
      return rows[0] ? { memberIds: rows[0].memberIds, keep: async () => id } : null
    },
  }
}

const takeList = async (db: Db): Promise<StandbyList> => {
  // Who isn't waiting is never on standby; saying so keeps everybody else out of the view's way.
  const { rows } = await sql<{ memberId: string }>`
    SELECT member_id AS "memberId" FROM member_state
    WHERE standby_since IS NOT NULL AND state = 'standby'`.execute(db)
  const memberIds = rows.map(({ memberId }) => memberId)
  let keeping: Promise<number> | undefined
  const keep = () => {
    keeping ??= keepList(db, memberIds).catch((error: unknown) => {
      keeping = undefined
      throw error
    })
    return keeping
  }
  return { memberIds, keep }
}

/** Whoever keeps one clears away what is too old. */
const keepList = async (db: Db, memberIds: readonly string[]): Promise<number> => {
  await sql`
    DELETE FROM standby_list WHERE taken_at <= now() - make_interval(mins => ${keptMinutes}::int)`.execute(db)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO standby_list (member_ids) VALUES (${memberIds}::text[]) RETURNING id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a standby list without an id')
  return id
}
