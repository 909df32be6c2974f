import { recoveryCodeCharacters } from '../../../contract/recovery-code.ts'
import { inGroups } from '../../../domain/account/recovery-code.ts'
import type { Context } from '../../context.ts'
import { keepRecoveryCodeWithin, memberCodeHash, newRecoveryCode } from '../recovery-codes.ts'
import type { Viewer } from '../sessions.ts'
import { tellOwnerWithin } from '../tell-owner.ts'
import { hasWayBack } from '../ways-back.ts'
import type { OpenedSession } from './open-session.ts'
import { rotateSessionWithin } from './rotate-session.ts'

/**
 * Makes a code that opens the viewer's account once; the one before ends. The session goes on under a new cookie where
 * the account has another way back.
 * @returns the code as it is shown, this once
 */
export const createRecoveryCode = async (
  context: Context,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  userAgent: string,
): Promise<{ code: string; rotated: OpenedSession | null }> => {
  const code = newRecoveryCode(recoveryCodeCharacters)
  const codeHash = memberCodeHash(context.secret, code)
  const rotated = await context.db.transaction().execute(async (tx) => {
    await keepRecoveryCodeWithin(tx, memberId, codeHash, context.now())
    await tellOwnerWithin(context, tx, 'recoveryCodeCreated', { memberId, sessionKey, userAgent })
    if (!(await hasWayBack(tx, memberId, 'recoveryCode'))) return null
    return rotateSessionWithin(context, tx, sessionKey)
  })
  if (rotated) context.sessions.forget(sessionKey)
  return { code: inGroups(code), rotated }
}
