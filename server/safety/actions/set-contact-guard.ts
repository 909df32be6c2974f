import type { ContactGuard } from '#contract/moderation/moderation.ts'
import type { Tx } from '#server/db/database.ts'

/** Sets the contact guard for everybody. @returns the setting before */
export const setContactGuard = async (tx: Tx, guard: ContactGuard): Promise<ContactGuard> => {
  const before = await tx
    .selectFrom('safety_setting')
    .select('contact_guard')
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('safety_setting').set({ contact_guard: guard }).execute()
  return before.contact_guard as ContactGuard
}
