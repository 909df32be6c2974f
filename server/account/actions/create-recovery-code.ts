import { recoveryCodeCharacters } from '#contract/account/recovery-code.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { inGroups } from '#domain/account/recovery-code.ts'
import type { Context } from '#server/context.ts'
import { memberCodeHash, newRecoveryCode, storeRecoveryCode } from '#server/credentials/recovery-codes.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { holdSession, rotateSession } from '#server/members/actions/rotate-session.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { notifyOwner } from '../notify-owner.ts'
import { hasRecoveryMethod } from '../recovery-methods.ts'

/**
 * Makes a code that opens the viewer's account once and replaces the code before. The session is rotated if
 * the account has another recovery method. Refuses with `forbidden`, and makes no code, if the session was
 * ended meanwhile.
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
    await storeRecoveryCode(tx, memberId, codeHash, context.now())
    await notifyOwner(context, tx, 'recoveryCodeCreated', { memberId, sessionKey, userAgent })
    if (!(await hasRecoveryMethod(tx, memberId, 'recoveryCode')))
      return (await holdSession(tx, sessionKey)) ? null : refuse('forbidden')
    return (await rotateSession(context, tx, sessionKey)) ?? refuse('forbidden')
  })
  if (isRefusal(rotated)) return rotated
  if (rotated) context.sessions.evict(sessionKey)
  return { code: inGroups(code), rotated }
}
