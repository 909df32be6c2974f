import { recoveryCodeCharacters } from '#contract/account/recovery-code.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { inGroups } from '#domain/account/recovery-code.ts'
import type { Context } from '#server/context.ts'
import {
  keepRecoveryCodeWithin,
  memberCodeHash,
  newRecoveryCode,
} from '#server/credentials/recovery-codes.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSessionWithin } from '#server/members/actions/rotate-session.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { tellOwnerWithin } from '../alert-owner.ts'
import { hasWayBack } from '../recovery-methods.ts'

/**
 * Makes a code that opens the viewer's account once; the one before ends. The session goes on under a new cookie where
 * the account has another way back. Refuses with `forbidden`, and makes none, when it was ended meanwhile.
 * @returns the code as it is shown, this once
 */
export const createRecoveryCode = async (
  context: Context,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  userAgent: string,
): Promise<{ code: string; rotated: OpenedSession | null } | Refusal<'forbidden'>> => {
  const code = newRecoveryCode(recoveryCodeCharacters)
  const codeHash = memberCodeHash(context.secret, code)
  const rotated = await inTransaction<OpenedSession | null | Refusal<'forbidden'>>(context.db, async (tx) => {
    await keepRecoveryCodeWithin(tx, memberId, codeHash, context.now())
    await tellOwnerWithin(context, tx, 'recoveryCodeCreated', { memberId, sessionKey, userAgent })
    if (!(await hasWayBack(tx, memberId, 'recoveryCode'))) return null
    return (await rotateSessionWithin(context, tx, sessionKey)) ?? refuse('forbidden')
  })
  if (isRefusal(rotated)) return rotated
  if (rotated) context.sessions.forget(sessionKey)
  return { code: inGroups(code), rotated }
}
