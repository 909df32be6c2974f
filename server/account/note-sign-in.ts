import { deviceName } from '../../domain/shell/device-name.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { addMemberNotices } from '../notices/add-member-notices.ts'
import { rememberDeviceWithin } from './known-devices.ts'
import { newSignInMail } from './mail-texts.ts'
import { idHashOf } from './opaque-cookie.ts'
import { tellByMail } from './tell-by-mail.ts'

/**
 * Whenever an account was opened, by whatever way: tells the member of a browser that it wasn't seen in, in the app and
 * to the account's mail address. Not of the demo's people, whose password is everybody's, and not of the first browser of
 * an account that none registered.
 */
export const noteSignInWithin = async (
  context: Pick<Context, 'now' | 'mailer'>,
  tx: Tx,
  {
    memberId,
    sessionKey,
    browser,
  }: {
    memberId: string
    /** Of the session that was opened. */
    sessionKey: string
    browser: { deviceKey: string; userAgent: string }
  },
): Promise<void> => {
  const nowMs = context.now()
  const seen = await rememberDeviceWithin(tx, { memberId, deviceKey: browser.deviceKey }, nowMs)
  if (seen.isKnown) return
  const member = await tx
    .selectFrom('member')
    .select(['name', 'email', 'device_key as registeredBy', 'is_demo as isDemo'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (member.isDemo || (!seen.knowsAny && member.registeredBy === null)) return
  const { device_id: deviceId } = await tx
    .selectFrom('session')
    .select('device_id')
    .where('id_hash', '=', idHashOf(sessionKey))
    .executeTakeFirstOrThrow()
  const name = deviceName(browser.userAgent)
  await addMemberNotices(tx, [{ memberId, about: { kind: 'newSignIn', deviceId, deviceName: name } }])
  if (member.email === null || !context.mailer.isThere) return
  await tellByMail(context, tx, { id: memberId, name: member.name, email: member.email }, (values) =>
    newSignInMail({ ...values, deviceName: name }),
  )
}
