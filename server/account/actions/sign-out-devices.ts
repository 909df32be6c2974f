import { type Refusal, refuse } from '../../../contract/refusal.ts'
import type { Context } from '../../context.ts'
import { forgetDeviceWithin, forgetOtherDevicesWithin } from '../known-devices.ts'
import { idHashOf } from '../opaque-cookie.ts'
import type { Viewer } from '../sessions.ts'
import type { OpenedSession } from './open-session.ts'
import { revokeDeviceWithin, revokeOtherSessionsWithin } from './revoke-session.ts'
import { rotateSessionWithin } from './rotate-session.ts'

/**
 * Ends one of the viewer's own sessions. Its browser is no longer known: a sign-in there is told of again. Another
 * member's is not found, as one that isn't there.
 */
export const signOutDevice = async (
  context: Context,
  { memberId }: Pick<Viewer, 'memberId'>,
  deviceId: string,
): Promise<null | Refusal<'notFound'>> => {
  const ended = await context.db.transaction().execute(async (tx) => {
    const session = await revokeDeviceWithin(context, tx, { memberId, deviceId })
    if (session?.deviceKey) await forgetDeviceWithin(tx, memberId, session.deviceKey)
    return session
  })
  if (!ended) return refuse('notFound')
  context.sessions.forget(ended.sessionKey)
  return null
}

/**
 * Ends every session of the viewer but this one, which goes on under a new cookie and token, and forgets every browser
 * but this one, also those that are signed out already.
 */
export const signOutOtherDevices = async (
  context: Context,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
): Promise<{ signedOut: number; rotated: OpenedSession } | Refusal<'forbidden'>> => {
  const done = await context.db.transaction().execute(async (tx) => {
    const rotated = await rotateSessionWithin(context, tx, sessionKey)
    if (!rotated) return null
    const ended = await revokeOtherSessionsWithin(context, tx, { memberId, sessionKey: rotated.sessionKey })
    const { device_key: ownKey } = await tx
      .selectFrom('session')
      .select('device_key')
      .where('id_hash', '=', idHashOf(rotated.sessionKey))
      .executeTakeFirstOrThrow()
    await forgetOtherDevicesWithin(tx, memberId, ownKey)
    return { ended, rotated }
  })
  context.sessions.forget(sessionKey)
  if (!done) return refuse('forbidden')
  for (const ended of done.ended) context.sessions.forget(ended)
  return { signedOut: done.ended.length, rotated: done.rotated }
}
