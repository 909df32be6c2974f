import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import { deleteDevice, deleteOtherDevices } from '#server/members/known-devices.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { endPendingMail } from '../mail/mail-confirmations.ts'
import { hasRecoveryMethod } from '../recovery-methods.ts'
import { revokeDevice, revokeOtherSessions } from './revoke-session.ts'

/**
 * Ends one of the viewer's own sessions and no longer knows its browser, so that the next sign-in there is notified
 * again. A session of another member gives the same refusal as one that doesn't exist.
 */
export const signOutDevice = async (
  context: Context,
  { memberId }: Pick<Viewer, 'memberId'>,
  deviceId: string,
): Promise<null | Refusal<'notFound'>> => {
  const ended = await context.db.transaction().execute(async (tx) => {
    const session = await revokeDevice(context, tx, { memberId, deviceId })
    if (session?.deviceKey) await deleteDevice(tx, memberId, session.deviceKey)
    return session
  })
  if (!ended) return refuse('notFound')
  context.sessions.evict(ended.sessionKey)
  return null
}

/**
 * Ends every session of the viewer except this one, which is rotated if the account has a recovery method.
 * Every browser except this one is forgotten, also those that are signed out already, and a mail address that
 * was requested elsewhere can't be confirmed any more.
 */
export const signOutOtherDevices = async (
  context: Context,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
): Promise<{ signedOut: number; rotated: OpenedSession | null }> => {
  const done = await context.db.transaction().execute(async (tx) => {
    const ended = await revokeOtherSessions(context, tx, { memberId, sessionKey })
    const own = await tx
      .selectFrom('session')
      .select('device_key')
      .where('id_hash', '=', idHashOf(sessionKey))
      .executeTakeFirst()
    await endPendingMail(tx, memberId, context.now(), { keptSessionKey: sessionKey })
    // A session older than device cookies doesn't identify its browser: then all browsers stay known.
    if (own?.device_key) await deleteOtherDevices(tx, memberId, own.device_key)
    if (!(await hasRecoveryMethod(tx, memberId))) return { ended, rotated: null }
    return { ended, rotated: await rotateSession(context, tx, sessionKey) }
  })
  for (const ended of [sessionKey, ...done.ended]) context.sessions.evict(ended)
  return { signedOut: done.ended.length, rotated: done.rotated }
}
