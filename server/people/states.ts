import type { PresenceChanged, PresenceState } from '#contract/people/people.ts'
import type { Db } from '#server/db/database.ts'

/** The states of the broadcasters among them; callers show none (`domain/people/visibility.ts`). */
export const statesOf = async (db: Db, memberIds: readonly string[]): Promise<PresenceChanged[]> => {
  if (memberIds.length === 0) return []
  const rows = await db
    .selectFrom('member_state')
    .select(['member_id', 'state'])
    .where('member_id', 'in', memberIds)
    .execute()
  return rows.flatMap(({ member_id, state }) =>
    member_id === null || state === null ? [] : [{ userId: member_id, state: state as PresenceState }],
  )
}
