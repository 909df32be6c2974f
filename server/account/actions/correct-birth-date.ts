import type { operatorBirthDateEndpoints } from '#contract/account/birth-date.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { ageAt, isUnderAge, readBirthDate } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { closeAgreementsOfMinor, endCallsOfMinor } from './close-to-minor.ts'

type Correction = Omit<InputOf<typeof operatorBirthDateEndpoints.operatorCorrectBirthDate>, 'reason'>

/** Ages in whole years: the audit log needs no more of a birth date. */
interface Corrected {
  name: string
  ageBefore: number
  ageAfter: number
  isUnderAge: boolean
}

/**
 * Corrects the birth date that a member stated, by a document that an operator has seen. An age that follows from a
 * document follows the correction; whether the account is closed follows from the date itself. Refuses with
 * birthDateImpossible, birthDateNotStated (also for an account that has left), broadcasterUnderAge. A call of a member
 * who turns out to be under 18 ends first: it takes locks of its own. What such a member has agreed on ends as well.
 */
export const correctBirthDate = async (
  context: Context,
  tx: Tx,
  { memberId, birthDate }: Correction,
): Promise<Corrected | Refusal<'birthDateImpossible' | 'birthDateNotStated' | 'broadcasterUnderAge'>> => {
  const nowMs = context.now()
  if (readBirthDate(birthDate, nowMs) !== birthDate) return refuse('birthDateImpossible')
  const stored = await tx
    .selectFrom('member')
    .select(['name', 'role', 'born_on', 'age_checked_at'])
    .where('id', '=', memberId)
    .where('quit_at', 'is', null)
    .executeTakeFirst()
  if (!stored?.born_on) return refuse('birthDateNotStated')
  const isTooYoung = isUnderAge(birthDate, nowMs)
  if (isTooYoung && stored.role === 'broadcaster') return refuse('broadcasterUnderAge')
  if (isTooYoung) {
    await endCallsOfMinor(context, memberId)
    await closeAgreementsOfMinor(context, tx, memberId)
  }
  const age = ageAt(birthDate, nowMs)
  await tx
    .updateTable('member')
    .set({
      born_on: birthDate,
      born_on_stated_at: new Date(nowMs),
      ...(stored.age_checked_at && { age }),
    })
    .where('id', '=', memberId)
    .execute()
  await context.events.publish(tx, { type: 'member:changed', memberId })
  return { name: stored.name, ageBefore: ageAt(stored.born_on, nowMs), ageAfter: age, isUnderAge: isTooYoung }
}
