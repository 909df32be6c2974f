import { sql } from 'kysely'
import type { OwnProfile } from '#contract/people/own-profile.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** The profile that a member wrote; null for an unknown member. */
export const ownProfileOf = async (db: Db | Tx, memberId: string): Promise<OwnProfile | null> => {
  const { rows } = await sql<OwnProfile>`
    SELECT m.name, m.region, m.age, m.age_checked_at IS NOT NULL AS "isAgeChecked", m.is_age_shown AS "isAgeShown",
      CASE WHEN b.member_id IS NULL THEN c.job ELSE b.job END AS job,
      coalesce(b.bio, c.bio, '') AS bio, coalesce(b.tags, c.tags, '{}') AS tags
    FROM member m
    LEFT JOIN broadcaster b ON b.member_id = m.id
    LEFT JOIN caller_profile c ON c.member_id = m.id
    WHERE m.id = ${memberId}`.execute(db)
  return rows[0] ?? null
}

interface ProfileTexts {
  job?: string | null
  bio?: string
  tags?: string[]
}

/** Stores the given texts of a member, with a broadcaster's profile or a caller's. */
export const storeTexts = async (
  tx: Tx,
  memberId: string,
  isBroadcaster: boolean,
  words: ProfileTexts,
): Promise<void> => {
  if (Object.keys(words).length === 0) return
  if (isBroadcaster)
    await tx.updateTable('broadcaster').set(words).where('member_id', '=', memberId).execute()
  else
    await tx
      .insertInto('caller_profile')
      .values({ member_id: memberId, ...words })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(words))
      .execute()
}

/** Deletes a member's texts; name, region and age are in the member's row. */
export const eraseProfileTexts = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('caller_profile').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('standby_announced').where('member_id', '=', memberId).execute()
  await tx
    .updateTable('broadcaster')
    .set({ job: null, bio: '', tags: [] })
    .where('member_id', '=', memberId)
    .execute()
}
