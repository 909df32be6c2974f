import type { OpenIdIdentity } from '#adapters/sign-in/openid-provider.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'

interface GoogleAccount {
  subject: string
  mail: string | null
  linkedAt: Date
}

/** Also used by the export of a member's data. */
export const googleAccountOfMember = async (db: Db | Tx, memberId: string): Promise<GoogleAccount | null> => {
  const row = await db
    .selectFrom('google_account')
    .select(['subject', 'mail', 'linked_at as linkedAt'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Locks this Google account until the transaction ends. @returns its member; null when it is linked to none
 */
export const ownerOfGoogleAccount = async (
  tx: Tx,
  { issuer, subject }: OpenIdIdentity,
): Promise<string | null> => {
  await lockName(tx, `google:${issuer} ${subject}`)
  const row = await tx
    .selectFrom('google_account')
    .select('member_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.member_id ?? null
}

/** False when the member has one already. The calling code has checked that no other member has this one. */
export const storeGoogleAccount = async (
  tx: Tx,
  memberId: string,
  { issuer, subject, mail }: OpenIdIdentity,
  nowMs: number,
): Promise<boolean> => {
  const kept = await tx
    .insertInto('google_account')
    .values({ member_id: memberId, issuer, subject, mail, linked_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .returning('member_id')
    .executeTakeFirst()
  return kept !== undefined
}

/** False when there was none. Also used by the erasure. */
export const eraseGoogle = async (tx: Tx, memberId: string): Promise<boolean> => {
  const erased = await tx
    .deleteFrom('google_account')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst()
  return erased !== undefined
}
