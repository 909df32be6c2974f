import type { Context } from '#server/context.ts'
import { eraseRecoveryCodeWithin } from '#server/credentials/recovery-codes.ts'
import type { Tx } from '#server/db/database.ts'
import { eraseDevicesWithin } from '#server/members/devices.ts'
import { erasePhoneWithin } from './actions/remove-phone.ts'
import { revokeAllSessionsWithin } from './actions/revoke-session.ts'
import { eraseGoogleWithin } from './google/queries.ts'
import { eraseMailConfirmationsWithin } from './mail/mail-confirmations.ts'
import { erasePasskeysWithin } from './passkeys/queries.ts'

/**
 * Everything by which a member could sign in or be recognised: nobody can from here on.
 * @returns the keys to `sessions.forget` after the transaction
 */
export const eraseSignInWithin = async (context: Context, tx: Tx, memberId: string): Promise<string[]> => {
  const sessionKeys = await revokeAllSessionsWithin(context, tx, memberId)
  await eraseMailConfirmationsWithin(tx, memberId)
  await tx.deleteFrom('password_reset').where('member_id', '=', memberId).execute()
  await eraseGoogleWithin(tx, memberId)
  await erasePasskeysWithin(tx, memberId)
  await eraseRecoveryCodeWithin(tx, memberId)
  await erasePhoneWithin(tx, memberId)
  await eraseDevicesWithin(tx, memberId)
  return sessionKeys
}
