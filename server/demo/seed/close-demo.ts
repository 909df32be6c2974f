import { demoOperatorMail } from '#seed/people.ts'
import type { Context } from '#server/context.ts'
import { closeOperatorIfOpen } from '#server/operators/accounts.ts'
import { refuseDemoPayouts } from '#server/points/earnings/payouts.ts'

/**
 * Secures what a start with the demo left, because the password of its people is public. Its operator is
 * closed for good, sessions of its members end, and they are paid nothing. The sign-in refuses them.
 */
export const closeDemo = async ({ db, sql, log, now }: Pick<Context, 'db' | 'sql' | 'log' | 'now'>) => {
  const hadOperator = await db.transaction().execute((tx) => closeOperatorIfOpen(now, tx, demoOperatorMail))
  const payouts = await db.transaction().execute((tx) => refuseDemoPayouts(tx, 'デモは終了しました。'))
  const { count: sessions } = await sql`
    UPDATE session SET revoked_at = ${new Date(now())}
    WHERE revoked_at IS NULL AND member_id IN (SELECT id FROM member WHERE is_demo)`
  if (hadOperator || payouts > 0 || sessions > 0) log.info('demo-closed', { hadOperator, payouts, sessions })
}
