import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

export interface Payment {
  /** The command's key, which ends with the id that the client made. */
  key: string
  /** Of a payment from a hold. */
  holdId: number | null
  /** What the payer paid, and of it the payee's share. */
  points: number
  earned: number
}

/** The payments for one purpose with a reference, oldest first; each is a line of the payee's statement. */
export const paymentsWithReference = async (
  db: Db | Tx,
  reference: string,
  purpose: 'liveComment' | 'livePresent' | 'liveMenu',
): Promise<Payment[]> => {
  // Literal purposes, so that the index of a visit's payments is used.
  const { rows } = await sql<Payment>`
    select t.idem as key, t.hold_id as "holdId", t.amount as points, t.amount - t.fee as earned
    from transfer t
    where t.reference = ${reference} and t.purpose in ('liveComment', 'livePresent', 'liveMenu')
      and t.purpose = ${purpose} and t.kind in ('spend', 'capture')
    order by t.id`.execute(db)
  return rows
}
