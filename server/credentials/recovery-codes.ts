import { randomInt } from 'node:crypto'
import type { RecoveryCodeState } from '#contract/account/recovery-code.ts'
import { recoveryCodeAlphabet } from '#domain/account/recovery-code.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'

/** Random characters, without hyphens. */
export const newRecoveryCode = (characters: number): string =>
  Array.from({ length: characters }, () =>
    recoveryCodeAlphabet.charAt(randomInt(recoveryCodeAlphabet.length)),
  ).join('')

/** @param folded by `foldRecoveryCode` */
export const memberCodeHash = (secret: Buffer, folded: string): string =>
  keyedHash(secret, 'memberRecoveryCode', folded)

/** Stores a member's new code; the previous one becomes invalid. */
export const storeRecoveryCode = async (
  tx: Tx,
  memberId: string,
  codeHash: string,
  nowMs: number,
): Promise<void> => {
  const kept = { code_hash: codeHash, created_at: new Date(nowMs), used_at: null }
  await tx
    .insertInto('recovery_code')
    .values({ member_id: memberId, ...kept })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(kept))
    .execute()
}

/**
 * Consumes a code: of two simultaneous uses one succeeds.
 * @param hasDemo whether demo members may sign in here
 * @returns the member's id; null when the code belongs to no member
 */
export const useUpRecoveryCode = async (
  tx: Tx,
  codeHash: string,
  { nowMs, hasDemo }: { nowMs: number; hasDemo: boolean },
): Promise<string | null> => {
  const used = await tx
    .updateTable('recovery_code as r')
    .from('member as m')
    .set({ code_hash: null, used_at: new Date(nowMs) })
    .whereRef('m.id', '=', 'r.member_id')
    .where('r.code_hash', '=', codeHash)
    .$if(!hasDemo, (query) => query.where('m.is_demo', '=', false))
    .returning('r.member_id')
    .executeTakeFirst()
  return used?.member_id ?? null
}

/** The stored facts about a member's code; also for the export of the member's data. */
export const recoveryCodeOfMember = async (
  db: Db | Tx,
  memberId: string,
): Promise<{ state: RecoveryCodeState; createdAt: string | null; usedAt: string | null }> => {
  const row = await db
    .selectFrom('recovery_code')
    .select(['created_at', 'used_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) return { state: 'none', createdAt: null, usedAt: null }
  return {
    state: row.used_at ? 'used' : 'ready',
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? null,
  }
}

/** The member has none any more: part of the erasure of personal data, and of a reset password. */
export const eraseRecoveryCode = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
}
