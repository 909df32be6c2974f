import { type Refusal, refuse } from '../../../contract/refusal.ts'
import { isUnderAge, readBirthDate } from '../../../domain/account/birth-date.ts'
import type { Context } from '../../context.ts'
import { birthDateOf } from '../queries.ts'

/**
 * States a member's birth date, once: whoever mistyped it, or is under 18, can't state another one himself. The same
 * one again is no refusal.
 */
export const stateBirthDate = async (
  context: Pick<Context, 'db' | 'now'>,
  memberId: string,
  stated: string,
): Promise<{ isUnderAge: boolean } | Refusal<'birthDateStated' | 'birthDateImpossible'>> => {
  const birthDate = readBirthDate(stated, context.now())
  if (typeof birthDate !== 'string') return birthDate
  await context.db
    .updateTable('member')
    .set({ born_on: birthDate, born_on_stated_at: new Date(context.now()) })
    .where('id', '=', memberId)
    .where('born_on', 'is', null)
    .execute()
  const kept = await birthDateOf(context.db, memberId)
  return kept === birthDate ? { isUnderAge: isUnderAge(kept, context.now()) } : refuse('birthDateStated')
}
