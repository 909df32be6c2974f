import { sql } from 'kysely'
import { adultAge } from '#domain/account/birth-date.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** The most members who are notified at once; of more, those with the newest favourites. */
const followersMax = 5_000
/** One announcement an hour, no matter how often standby is switched. Seconds. */
const announcementEverySec = 3_600

/**
 * Callers who have this broadcaster as a favourite and may be notified: no block between them, no deactivated
 * account.
 */
export const followersOf = async (db: Db | Tx, partnerId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT f.id FROM bookmark k JOIN member f ON f.id = k.member_id
    WHERE k.partner_id = ${partnerId} AND f.role = 'caller'
      AND (f.born_on IS NULL
        OR f.born_on <= ((now() AT TIME ZONE 'Asia/Tokyo') - make_interval(years => ${adultAge}::int))::date)
      AND NOT EXISTS (SELECT FROM blocked_pair p WHERE p.member_id = f.id AND p.partner_id = ${partnerId})
    ORDER BY k.created_at DESC LIMIT ${followersMax}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Claims this hour's announcement of a broadcaster; false when it was made already. */
export const claimAnnouncement = async (tx: Tx, memberId: string): Promise<boolean> => {
  const { rows } = await sql`
    INSERT INTO standby_announced AS t (member_id, announced_at) VALUES (${memberId}, now())
    ON CONFLICT (member_id) DO UPDATE SET announced_at = now()
      WHERE t.announced_at <= now() - make_interval(secs => ${announcementEverySec}::int)
    RETURNING 1`.execute(tx)
  return rows.length > 0
}
