import { ageAt } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Makes a caller a broadcaster when `tx` commits; every session of hers knows it at once. Birth date and age are the
 * document's from then on, whatever was stated before, and nobody's to change.
 *
 * @param birthDate YYYY-MM-DD
 * @returns false when the member is no caller
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
