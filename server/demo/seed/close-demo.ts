import { demoOperatorMail } from '#seed/people.ts'
import type { Context } from '#server/context.ts'
import { closeOperatorIfOpen } from '#server/operators/accounts.ts'
import { refuseDemoPayouts } from '#server/points/earnings/payouts.ts'

/**
 * What a start with the demo left open: the password of its people is public. Its operator is closed, for good,
 * whoever is signed in as one of its members is signed out, and they are paid nothing. That they can't sign in again
 * is seen to at the sign-in.
 */
export const closeDemo = async ({ db, sql, log, now }: Pick<Context, 'db' | 'sql' | 'log' | 'now'>) => {
  const hadOperator = await db.transaction().execute((tx) => closeOperatorIfOpen(now, tx, demoOperatorMail))
  const payouts = await db.transaction().execute((tx) => refuseDemoPayouts(tx, 'デモは終了しました。'))
  const { count: sessions } = await sql`
    UPDATE session SET revoked_at = ${new Date(now())}
    WHERE revoked_at IS NULL AND member_id IN (SELECT id FROM member WHERE is_demo)`
  if (hadOperator || payouts > 0 || sessions > 0) log.info('demo-closed', { hadOperator, payouts, sessions })
}
