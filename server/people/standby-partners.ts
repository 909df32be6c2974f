import { sql } from 'kysely'
import { isUnderAge } from '#domain/account/birth-date.ts'
import type { IdentityKeys } from '#domain/people/same-person.ts'
import type { Db } from '#server/db/database.ts'
import { deviceKeysOf } from '#server/members/known-devices.ts'

/** Enough to choose from: each earlier caller takes one. */
const partnersMax = 200

/** A broadcaster on standby who isn't busy and accepts video calls. */
interface StandbyPartner extends IdentityKeys {
  id: string
  /** Milliseconds of the database's clock. */
  standbySince: number
}

/** Those whose rate is at most this, in points per minute; the longest on standby first. */
export const standbyPartners = async (db: Db, rateMax: number, nowMs: number): Promise<StandbyPartner[]> => {
  const { rows } = await sql<StandbyPartner & { bornOn: string | null }>`
    SELECT m.id, (extract(epoch FROM s.standby_since) * 1000)::float8 AS "standbySince",
      ${deviceKeysOf('m')} AS "deviceKeys", m.phone_keys AS "phoneKeys", m.born_on AS "bornOn"
    FROM broadcaster b
    JOIN member_state s ON s.member_id = b.member_id AND s.state = 'standby'
    JOIN member m ON m.id = b.member_id AND m.role = 'broadcaster'
    WHERE b.standby_since IS NOT NULL AND b.rate_video <= ${rateMax}
    ORDER BY s.standby_since, m.id LIMIT ${partnersMax}`.execute(db)
  return rows.flatMap(({ bornOn, ...partner }) => (isUnderAge(bornOn, nowMs) ? [] : [partner]))
}
