import { randomUUID } from 'node:crypto'
import { addOperator } from '#server/operators/accounts.ts'
import { operatorCookieName } from '#server/operators/operator-cookie.ts'
import { openOperatorSession } from '#server/operators/operator-sessions.ts'
import type { TestWorld } from '#test/helpers/test-world.ts'

/** The cookie of a new operator who has passed both steps. */
export const operatorCookie = async ({ context }: Pick<TestWorld, 'context'>): Promise<string> => {
  const { db, config } = context
  const mail = `${randomUUID()}@office.example`
  await db.transaction().execute((tx) => addOperator(tx, mail))
  const { id } = await db
    .selectFrom('operator')
    .select('id')
    .where('mail', '=', mail)
    .executeTakeFirstOrThrow()
  const client = { address: '203.0.113.5', userAgent: '', isMobile: false, host: '' }
  const session = await openOperatorSession(context, db, { operatorId: id, hasPassedBoth: true, client })
  return `${operatorCookieName(config.publicUrl)}=${session}`
}
