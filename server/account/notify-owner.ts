import { deviceName } from '#domain/shell/device-name.ts'
import type { Context } from '#server/context.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import type { Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { countInLastHour } from '#server/notifications/queries.ts'
import type { SecurityAlert } from '#server/notifications/stored-notices.ts'
import { securityMails } from '#server/outbox/mail-texts.ts'
import { notifyByMail } from './notify-by-mail.ts'

/**
 * Everybody can sign in to an account of their own from ever new browsers, and the mails of all members wait in one
 * queue.
 */
const newSignInMailsPerHour = 3

/**
 * Notifies a member of what was done to the account and in which browser: in the app, and by mail if the
 * account has an address. The demo's members get nothing: their password is public.
 */
export const notifyOwner = async (
  context: Pick<Context, 'now' | 'mailer'>,
  tx: Tx,
  kind: SecurityAlert['kind'],
  { memberId, sessionKey, userAgent }: { memberId: string; sessionKey: string; userAgent: string },
): Promise<void> => {
  const { name, email, isDemo, deviceId } = await tx
    .selectFrom('session as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select(['m.name', 'm.email', 'm.is_demo as isDemo', 's.device_id as deviceId'])
    .where('s.id_hash', '=', idHashOf(sessionKey))
    .executeTakeFirstOrThrow()
  if (isDemo) return
  const device = deviceName(userAgent)
  await addMemberNotices(tx, [{ memberId, once: null, about: { kind, deviceId, deviceName: device } }])
  if (email === null || !context.mailer.isThere) return
  if (kind === 'newSignIn' && (await countInLastHour(tx, memberId, kind)) > newSignInMailsPerHour) return
  await notifyByMail(context, tx, { id: memberId, name, email }, (values) =>
    securityMails[kind]({ ...values, deviceName: device }),
  )
}
