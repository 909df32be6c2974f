import type { KeptDays } from '#contract/applications/applications.ts'
import type { Tx } from '#server/db/database.ts'

/** Sets how long documents are stored after a decision. @returns the setting before */
export const setKeptDays = async (tx: Tx, { approved, refused }: KeptDays): Promise<KeptDays> => {
  const before = await tx.selectFrom('identity_setting').selectAll().forUpdate().executeTakeFirstOrThrow()
  await tx
    .updateTable('identity_setting')
    .set({ approved_kept_days: approved, refused_kept_days: refused })
    .execute()
  return { approved: before.approved_kept_days, refused: before.refused_kept_days }
}
