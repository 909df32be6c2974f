import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isGoogleOnlyRecoveryMethod } from '#domain/account/recovery-methods.ts'
import type { Context } from '#server/context.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { notifyOwner } from '../../notify-owner.ts'
import { recoveryMethodsOf } from '../../recovery-methods.ts'
import { eraseGoogle } from '../queries.ts'

/**
 * Sessions that it opened continue, because they are the member's. The last recovery method is deleted only
 * on explicit confirmation.
 */
export const unlinkGoogle = (
  context: Pick<Context, 'db' | 'now' | 'mailer'>,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  input: { endsLastRecoveryMethod: boolean; userAgent: string },
): Promise<Refusal<'googleNotLinked' | 'googleIsLastRecoveryMethod'> | null> =>
  inTransaction(context.db, async (tx) => {
    // As for a passkey: of two concurrent requests the second sees that it deletes the last one.
    await lockName(tx, `passkeys:${memberId}`)
    const methods = await recoveryMethodsOf(tx, memberId)
    if (!(await eraseGoogle(tx, memberId))) return refuse('googleNotLinked')
    if (isGoogleOnlyRecoveryMethod(methods) && !input.endsLastRecoveryMethod)
      return refuse('googleIsLastRecoveryMethod')
    await notifyOwner(context, tx, 'googleUnlinked', { memberId, sessionKey, userAgent: input.userAgent })
    return null
  })
