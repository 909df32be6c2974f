import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isUnderAge, readBirthDate } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import { closeCallsAndRooms } from '#server/live/actions/close-calls-and-rooms.ts'
import { birthDateOf } from '#server/members/queries.ts'

/**
 * States a member's birth date, once: a member can't correct it, and a member under 18 can't state another.
 * The same date again isn't refused. It ends a running call of a member under 18.
 */
export const stateBirthDate = async (
  context: Context,
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
  const stored = await birthDateOf(context.db, memberId)
  if (stored !== birthDate) return refuse('birthDateStated')
  const isTooYoung = isUnderAge(stored, context.now())
  if (isTooYoung) await closeCallsAndRooms(context, memberId)
  return { isUnderAge: isTooYoung }
}
