import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isLastRecoveryMethod } from '#domain/account/recovery-methods.ts'
import type { Context } from '#server/context.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { notifyOwner } from '../../notify-owner.ts'
import { recoveryMethodsOf } from '../../recovery-methods.ts'

/**
 * Deletes one of the member's passkeys; another member's is not found. Sessions that it opened continue,
 * because they are the member's. The last recovery method is deleted only on explicit confirmation.
 */
export const deletePasskey = (
  context: Pick<Context, 'db' | 'now' | 'mailer'>,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  input: { passkeyId: string; endsLastRecoveryMethod: boolean; userAgent: string },
): Promise<Refusal<'notFound' | 'passkeyIsLastRecoveryMethod'> | null> =>
  inTransaction(context.db, async (tx) => {
    // Of two concurrent requests the second sees that it deletes the last one.
    await lockName(tx, `passkeys:${memberId}`)
    const methods = await recoveryMethodsOf(tx, memberId)
    const deleted = await tx
      .deleteFrom('passkey')
      .where('id', '=', input.passkeyId)
      .where('member_id', '=', memberId)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) return refuse('notFound')
    if (isLastRecoveryMethod(methods) && !input.endsLastRecoveryMethod)
      return refuse('passkeyIsLastRecoveryMethod')
    await notifyOwner(context, tx, 'passkeyDeleted', { memberId, sessionKey, userAgent: input.userAgent })
    return null
  })
