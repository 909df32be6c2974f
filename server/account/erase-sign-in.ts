import type { Context } from '#server/context.ts'
import { eraseRecoveryCode } from '#server/credentials/recovery-codes.ts'
import type { Tx } from '#server/db/database.ts'
import { eraseDevices } from '#server/members/devices.ts'
import { erasePhone } from './actions/remove-phone.ts'
import { revokeAllSessionsInTx } from './actions/revoke-session.ts'
import { eraseGoogle } from './google/queries.ts'
import { eraseMailConfirmations } from './mail/mail-confirmations.ts'
import { erasePasskeys } from './passkeys/queries.ts'

/**
 * Deletes everything by which a member could sign in or be recognised.
 * @returns the keys for `sessions.evict` after the transaction
 */
export const eraseSignIn = async (context: Context, tx: Tx, memberId: string): Promise<string[]> => {
  const sessionKeys = await revokeAllSessionsInTx(context, tx, memberId)
  await eraseMailConfirmations(tx, memberId)
  await tx.deleteFrom('password_reset').where('member_id', '=', memberId).execute()
  await eraseGoogle(tx, memberId)
  await erasePasskeys(tx, memberId)
  await eraseRecoveryCode(tx, memberId)
  await erasePhone(tx, memberId)
  await eraseDevices(tx, memberId)
  return sessionKeys
}
