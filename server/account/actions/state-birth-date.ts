import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isUnderAge, readBirthDate } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { birthDateOf } from '#server/members/queries.ts'
import { closeAgreementsOfMinor, endCallsOfMinor } from './close-to-minor.ts'

/**
 * States a member's birth date, once: a member can't correct it, and a member under 18 can't state another.
 * The same date again isn't refused. An age under 18 ends what the member has agreed on, and a running call.
 */
export const stateBirthDate = async (
  context: Context,
  memberId: string,
  stated: string,
): Promise<{ isUnderAge: boolean } | Refusal<'birthDateStated' | 'birthDateImpossible'>> => {
  const birthDate = readBirthDate(stated, context.now())
  if (typeof birthDate !== 'string') return birthDate
  const isTooYoung = isUnderAge(birthDate, context.now())
  const refused = await inTransaction(context.db, async (tx) => {
    if (isTooYoung) await closeAgreementsOfMinor(context, tx, memberId)
    await tx
      .updateTable('member')
      .set({ born_on: birthDate, born_on_stated_at: new Date(context.now()) })
      .where('id', '=', memberId)
      .where('born_on', 'is', null)
      .execute()
    return (await birthDateOf(tx, memberId)) === birthDate ? null : refuse('birthDateStated')
  })
  if (refused) return refused
  if (isTooYoung) await endCallsOfMinor(context, memberId)
  return { isUnderAge: isTooYoung }
}
