import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Events } from '#server/realtime/events.ts'

/** The broadcasters on standby at a moment, for a search that continues from page to page. */
export interface StandbyList {
  /** The latest first. */
  memberIds: readonly string[]
  /** Stores the list for the next pages and returns its id, the same one each time. */
  keep: () => Promise<number>
}

export interface StandbyLists {
  /**
   * The broadcasters on standby, at most a moment old, and newer than every event that this process has
   * received.
   */
  newest: () => Promise<StandbyList & { byRating: readonly string[] }>
  /** A stored list; null when it was deleted. */
  kept: (id: number) => Promise<StandbyList | null>
}

/** One list serves every search of this process that begins within this time. */
const sharedMs = 2_000
/** How long a page of results may be open before the next one is requested. */
const storedMinutes = 30

/** @param db where `member_state` is read; each process has its own lists and can read those of the others */
export const createStandbyLists = ({
  db,
  now,
  events,
}: {
  db: Db
  now: () => number
  events: Pick<Events, 'subscribe'>
}): StandbyLists => {
  let shared: { list: ReturnType<StandbyLists['newest']>; readAtMs: number } | undefined
  // A page that receives a state searches at once, and must find it.
  events.subscribe(({ type }) => {
    if (type === 'presence:changed' || type === 'call:changed') shared = undefined
  })
  return {
    newest: () => {
      if (shared && now() - shared.readAtMs < sharedMs) return shared.list
      const list = readList(db)
      const cached = { list, readAtMs: now() }
      shared = cached
      list.catch(() => {
        if (shared === cached) shared = undefined
      })
      return list
    },
    kept: async (id) => {
      const { rows } = await sql<{ memberIds: string[] }>`
        SELECT member_ids AS "memberIds" FROM standby_list
        WHERE id = ${id} AND taken_at > now() - make_interval(mins => ${storedMinutes}::int)`.execute(db)
      return rows[0] ? { memberIds: rows[0].memberIds, keep: async () => id } : null
    },
  }
}

const readList = async (db: Db): ReturnType<StandbyLists['newest']> => {
  // Only waiting members can be on standby; this condition keeps everybody else out of the view.
  const { rows } = await sql<{ memberId: string; nthByRating: number }>`
    SELECT s.member_id AS "memberId",
      (row_number() OVER (ORDER BY e.rating_rank, e.review_rank, e.member_id))::int AS "nthByRating"
    FROM member_state s JOIN search_entry e ON e.member_id = s.member_id
    WHERE s.standby_since IS NOT NULL AND s.state = 'standby'
    ORDER BY s.standby_since DESC, s.member_id`.execute(db)
  const memberIds = rows.map(({ memberId }) => memberId)
  const byRating = rows
    .toSorted((one, other) => one.nthByRating - other.nthByRating)
    .map(({ memberId }) => memberId)
  let storing: Promise<number> | undefined
  const keep = () => {
    storing ??= storeList(db, memberIds).catch((error: unknown) => {
      storing = undefined
      throw error
    })
    return storing
  }
  return { memberIds, byRating, keep }
}

/** Storing a list also deletes those that are too old. */
const storeList = async (db: Db, memberIds: readonly string[]): Promise<number> => {
  await sql`
    DELETE FROM standby_list WHERE taken_at <= now() - make_interval(mins => ${storedMinutes}::int)`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    INSERT INTO standby_list (member_ids) VALUES (${memberIds}::text[]) RETURNING id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a standby list without an id')
  return id
}
