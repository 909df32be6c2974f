import { normalMail } from '#domain/account/mail-address.ts'
import type { Context } from '#server/context.ts'
import { clearFailuresEverywhere } from '#server/credentials/sign-in-failures.ts'
import type { Tx } from '#server/db/database.ts'
import { everywhereSubject } from './password-subjects.ts'

/**
 * Writes a password when `tx` commits; ends the reset links mailed before and clears the account's count over
 * all networks.
 */
export const setPassword = async (
  { secret, now }: Pick<Context, 'secret' | 'now'>,
  tx: Tx,
  { id, email }: { id: string; email: string },
  passwordHash: string,
): Promise<void> => {
  await tx.updateTable('member').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  await endResetLinks(tx, id, now())
  await clearFailuresEverywhere(tx, everywhereSubject(secret, normalMail(email)))
}

/** A link in a mailbox that is no longer the member's must not open the account. */
export const endResetLinks = async (tx: Tx, memberId: string, nowMs: number): Promise<void> => {
  await tx
    .updateTable('password_reset')
    .set({ used_at: new Date(nowMs) })
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute()
}
