import { type Refusal, refuse } from '../../../../contract/refusal.ts'
import { isLastWayBack } from '../../../../domain/account/ways-back.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { lockName } from '../../name-lock.ts'
import { waysBackOf } from '../../ways-back.ts'
import { tellOfPasskeyWithin } from '../tell-of-passkey.ts'

/**
 * Takes one of the member's passkeys no more; another's is nobody's. Sessions that it opened go on: they are the
 * member's. The last way back into the account goes only when that is said.
 */
export const deletePasskey = (
  context: Pick<Context, 'db' | 'now'>,
  memberId: string,
  input: { passkeyId: string; endsLastWayBack: boolean },
): Promise<Refusal<'notFound' | 'passkeyIsLastWayBack'> | null> =>
  inTransaction(context.db, async (tx) => {
    // Of two at once the second sees that it takes the last one.
    await lockName(tx, `passkeys:${memberId}`)
    const ways = await waysBackOf(tx, memberId)
    const deleted = await tx
      .deleteFrom('passkey')
      .where('id', '=', input.passkeyId)
      .where('member_id', '=', memberId)
      .returning('name')
      .executeTakeFirst()
    if (!deleted) return refuse('notFound')
    if (isLastWayBack(ways) && !input.endsLastWayBack) return refuse('passkeyIsLastWayBack')
    await tellOfPasskeyWithin(context, tx, memberId, { kind: 'passkeyDeleted', passkeyName: deleted.name })
    return null
  })
