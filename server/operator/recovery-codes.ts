import { randomInt } from 'node:crypto'
import { keyedHash } from '../account/keyed-hash.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'

/** Crockford's base32: nothing in it is taken for something else. 12 of them are 60 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeCharacters = 12
const groupCharacters = 4
const codesPerOperator = 10

const newCode = (): string =>
  Array.from({ length: codeCharacters }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

const inGroups = (code: string): string =>
  (code.match(new RegExp(`.{${groupCharacters}}`, 'g')) ?? []).join('-')

/** A code as people may have written it: in any case, with or without its hyphens, O for 0, I or L for 1. */
const normalCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

/** Tells only whether a code is right; without the installation's secret nobody can try codes against it. */
export const recoveryCodeHash = (secret: Buffer, operatorId: number, typed: string): string =>
  keyedHash(secret, 'recoveryCode', `${operatorId}:${normalCode(typed)}`)

/**
 * Fresh codes for an operator who may lose the authenticator, each good for one sign-in: XXXX-XXXX-XXXX. Those from
 * before end.
 */
export const replaceRecoveryCodes = async (
  { secret }: Pick<Context, 'secret'>,
  tx: Tx,
  operatorId: number,
): Promise<string[]> => {
  const codes = Array.from({ length: codesPerOperator }, () => inGroups(newCode()))
  await tx.deleteFrom('operator_recovery_code').where('operator_id', '=', operatorId).execute()
  const rows = codes.map((code) => ({
    operator_id: operatorId,
    code_hash: recoveryCodeHash(secret, operatorId, code),
  }))
  await tx.insertInto('operator_recovery_code').values(rows).execute()
  return codes
}
