import { sql } from 'kysely'
import { japanOffsetMs } from '#domain/text/japanese-day.ts'
import type { Context } from '#server/context.ts'

/** Nightly: raises the age of members whose age was checked by a document, on their birthday in Japan. */
export const storeCheckedAges = async ({
  db,
  now,
  events,
}: Pick<Context, 'db' | 'now' | 'events'>): Promise<void> => {
  const today = new Date(now() + japanOffsetMs).toISOString().slice(0, 10)
  await db.transaction().execute(async (tx) => {
    const age = sql`date_part('year', age(${today}::date, born_on))::int`
    const { rows } = await sql<{ id: string }>`
      UPDATE member SET age = ${age} WHERE age_checked_at IS NOT NULL AND age IS DISTINCT FROM ${age} RETURNING id`.execute(
      tx,
    )
    for (const { id: memberId } of rows) await events.publish(tx, { type: 'member:changed', memberId })
  })
}
