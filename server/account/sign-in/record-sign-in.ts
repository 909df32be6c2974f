import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { rememberDevice } from '#server/members/known-devices.ts'
import { notifyOwner } from '../notify-owner.ts'

/**
 * Runs whenever an account was opened, by any method: notifies the member of a browser that is new to the
 * account, except the first browser of an account that has none on record. The use of a recovery code is
 * always notified.
 */
export const recordSignIn = async (
  context: Pick<Context, 'now' | 'mailer'>,
  tx: Tx,
  {
    memberId,
    sessionKey,
    browser: { deviceKey, userAgent },
    way,
  }: {
    memberId: string
    /** Of the session that was opened. */
    sessionKey: string
    browser: { deviceKey: string; userAgent: string }
    way?: 'recoveryCode' | undefined
  },
): Promise<void> => {
  const seen = await rememberDevice(tx, { memberId, deviceKey }, context.now())
  const opened = { memberId, sessionKey, userAgent }
  if (way === 'recoveryCode') return notifyOwner(context, tx, 'recoveryCodeUsed', opened)
  if (seen.isKnown || (!seen.knowsAny && !(await wasRegisteredInBrowser(tx, memberId)))) return
  await notifyOwner(context, tx, 'newSignIn', opened)
}

const wasRegisteredInBrowser = async (tx: Tx, memberId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('device_key', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
