import type { Tx } from '#server/db/database.ts'

/** What of a member other areas let him change; what is left out stays. */
export interface PersonChanges {
  name?: string
  region?: string
  age?: number
  isAgeShown?: boolean
}

/**
 * Changes what a member tells of himself in his own row, checked by the caller, who publishes `member:changed` in the
 * same transaction: sessions and caches hold the name. Nothing of who has left meanwhile: his name is nobody's to read.
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
