import { ageAt } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Makes a caller a broadcaster when `tx` commits; all the member's sessions know it at once. From then on
 * birth date and age are those of the document, whatever was stated before, and nobody can change them.
 *
 * @param birthDate YYYY-MM-DD
 * @returns false when the member isn't a caller
 */
export const makeBroadcaster = async (
  { now, events }: Pick<Context, 'now' | 'events'>,
  tx: Tx,
  { memberId, birthDate }: { memberId: string; birthDate: string },
): Promise<boolean> => {
  const made = await tx
    .updateTable('member')
    .set({
      role: 'broadcaster',
      born_on: birthDate,
      born_on_stated_at: new Date(now()),
      age: ageAt(birthDate, now()),
      age_checked_at: new Date(now()),
    })
    .where('id', '=', memberId)
    .where('role', '=', 'caller')
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await events.publish(tx, { type: 'member:changed', memberId })
  return true
}
