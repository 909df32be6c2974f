import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { rememberDevice } from '#server/members/known-devices.ts'
import { alertOwner } from '../alert-owner.ts'

/**
 * Whenever an account was opened, by whatever way: tells the member of a browser that it wasn't seen in. Not of the first
 * browser of an account that none registered. A recovery code is told of wherever it is used.
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
  if (way === 'recoveryCode') return alertOwner(context, tx, 'recoveryCodeUsed', opened)
  if (seen.isKnown || (!seen.knowsAny && !(await wasRegisteredInBrowser(tx, memberId)))) return
  await alertOwner(context, tx, 'newSignIn', opened)
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
