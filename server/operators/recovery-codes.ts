import { foldRecoveryCode, inGroups } from '#domain/account/recovery-code.ts'
import type { Context } from '#server/context.ts'
import { newRecoveryCode } from '#server/credentials/recovery-codes.ts'
import type { Tx } from '#server/db/database.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'

/** 60 bits; an attacker would need the password as well. */
const codeCharacters = 12
const codesPerOperator = 10

/** Can only confirm a code; without the installation's secret codes can't be tried against it. */
export const recoveryCodeHash = (secret: Buffer, operatorId: number, typed: string): string =>
  keyedHash(secret, 'recoveryCode', `${operatorId}:${foldRecoveryCode(typed)}`)

/**
 * New codes for an operator who may lose the authenticator, each good for one sign-in: XXXX-XXXX-XXXX. The earlier ones
 * become invalid.
 */
export const replaceRecoveryCodes = async (
  { secret }: Pick<Context, 'secret'>,
  tx: Tx,
  operatorId: number,
): Promise<string[]> => {
  const codes = Array.from({ length: codesPerOperator }, () => inGroups(newRecoveryCode(codeCharacters)))
  await tx.deleteFrom('operator_recovery_code').where('operator_id', '=', operatorId).execute()
  const rows = codes.map((code) => ({
    operator_id: operatorId,
    code_hash: recoveryCodeHash(secret, operatorId, code),
  }))
  await tx.insertInto('operator_recovery_code').values(rows).execute()
  return codes
}
