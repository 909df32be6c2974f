import { sql } from 'kysely'
import { popularDays, rankingEveryMs } from '#domain/people/figures.ts'
import type { Db } from '#server/db/database.ts'
import { isEstablished } from './established-members.ts'

/** How many people of a ranking are stored: enough to fill the gaps of those whom a block hides. */
const storedPlaces = 200

export interface Rankings {
  /**
   * 人気: broadcasters by the number of favourites that established callers set within seven days, the most
   * first.
   */
  popular: () => Promise<readonly string[]>
}

/**
 * Rankings that read more rows than a request should. They are made once for everybody, from all rows up to
 * the last full ten minutes, so that every process gets the same one. While a new one is made, the one before
 * it is shown.
 */
export const createRankings = ({ db, now }: { db: Db; now: () => number }): Rankings => {
  let shown: Promise<readonly string[]> | undefined
  let madeUntilMs = 0
  const make = (untilMs: number): Promise<readonly string[]> => {
    madeUntilMs = untilMs
    const made = popularUntil(db, untilMs)
    made.then(
      () => {
        shown = made
      },
      () => {
        madeUntilMs = 0
        if (shown === made) shown = undefined
      },
    )
    return made
  }
  return {
    popular: () => {
      const untilMs = Math.floor(now() / rankingEveryMs) * rankingEveryMs
      if (untilMs !== madeUntilMs) {
        const made = make(untilMs)
        shown ??= made
      }
      return shown ?? make(untilMs)
    },
  }
}

const popularUntil = async (db: Db, untilMs: number): Promise<readonly string[]> => {
  const until = new Date(untilMs)
  const { rows } = await sql<{ id: string }>`
    SELECT k.partner_id AS id
    FROM bookmark k
    JOIN member m ON m.id = k.member_id AND m.role = 'caller'
    JOIN search_entry e ON e.member_id = k.partner_id
    WHERE k.created_at >= ${until}::timestamptz - make_interval(days => ${popularDays}::int)
      AND k.created_at < ${until}::timestamptz
      AND ${isEstablished(sql.ref('m.id'))}
    GROUP BY k.partner_id, e.rating_rank
    ORDER BY count(*) DESC, e.rating_rank, k.partner_id LIMIT ${storedPlaces}`.execute(db)
  return rows.map(({ id }) => id)
}
