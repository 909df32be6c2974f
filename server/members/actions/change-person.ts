import type { Tx } from '#server/db/database.ts'

/** The fields of a member that other areas may change; a field that is left out stays. */
interface PersonChanges {
  name?: string
  region?: string | null
  age?: number | null
  isAgeShown?: boolean
}

/**
 * Changes a member's own row. The calling code has checked the values and publishes `member:changed` in the
 * same transaction, because sessions and caches hold the name. It changes nothing of an account deactivated
 * meanwhile.
 */
export const changePerson = async (
  tx: Tx,
  memberId: string,
  { name, region, age, isAgeShown }: PersonChanges,
): Promise<void> => {
  const columns = {
    ...(name !== undefined && { name }),
    ...(region !== undefined && { region }),
    ...(age !== undefined && { age }),
    ...(isAgeShown !== undefined && { is_age_shown: isAgeShown }),
  }
  if (Object.keys(columns).length === 0) return
  await tx
    .updateTable('member')
    .set(columns)
    .where('id', '=', memberId)
    .where('quit_at', 'is', null)
    .execute()
}
