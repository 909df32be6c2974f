import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { ConsentDocument } from '#contract/legal/legal-documents.ts'
import type { Tx } from '#server/db/database.ts'

/** A registration agrees to the terms and the privacy policy in force (product.md 1.4). */
export const agreeToAllInForce = async (tx: Tx, memberId: string, at: Date): Promise<void> => {
  await sql`
    INSERT INTO member_agreement (member_id, document, version, agreed_at)
    SELECT ${memberId}, document, max(number), ${at} FROM legal_version
    WHERE document IN ('terms', 'privacy') GROUP BY document`.execute(tx)
}

/**
 * A member agrees to the versions that were shown. An earlier agreement keeps its time. Refuses with
 * `legalVersionOld`, and stores nothing, if one of them isn't in force any more or never was.
 */
export const agree = async (
  tx: Tx,
  memberId: string,
  shown: readonly { document: ConsentDocument; version: number }[],
  at: Date,
): Promise<Refusal<'legalVersionOld'> | null> => {
  for (const { document, version } of shown) {
    const { rows } = await sql<{ number: number | null }>`
      SELECT max(number) AS number FROM legal_version WHERE document = ${document}`.execute(tx)
    if (rows[0]?.number !== version) return refuse('legalVersionOld')
    await tx
      .insertInto('member_agreement')
      .values({ member_id: memberId, document, version, agreed_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return null
}
