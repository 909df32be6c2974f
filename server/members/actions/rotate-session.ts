import type { Context } from '#server/context.ts'
import { idHashOf, newOpaqueValue, sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import type { Tx } from '#server/db/database.ts'
import { sessionMaxAgeMs } from '../sessions.ts'
import type { OpenedSession } from './open-session.ts'

/** Whether a session is still open; it stays so until `tx` ends. */
export const holdSession = async (tx: Tx, sessionKey: string): Promise<boolean> => {
  const open = await tx
    .selectFrom('session')
    .select('id_hash')
    .where('id_hash', '=', idHashOf(sessionKey))
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Rotates a session to a new cookie and a new token when `tx` commits: the old ones open nothing any more
 * (ASVS 3.2.1; session fixation). Counts as a proof of identity: the calling code has checked one. The
 * calling code sends the cookie by `sessionCookie`, and calls `sessions.evict` with the old key.
 * @returns null when the session is over
 */
export const rotateSession = async (
  context: Pick<Context, 'now' | 'events'>,
  tx: Tx,
  sessionKey: string,
): Promise<OpenedSession | null> => {
  const cookieValue = newOpaqueValue()
  const newKey = sessionKeyOf(cookieValue)
  const nowMs = context.now()
  const expiresAtMs = nowMs + sessionMaxAgeMs
  const rotated = await tx
    .updateTable('session')
    .set({
      id_hash: idHashOf(newKey),
      token: newOpaqueValue(),
      proved_at: new Date(nowMs),
      expires_at: new Date(expiresAtMs),
    })
    .where('id_hash', '=', idHashOf(sessionKey))
    .where('revoked_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst()
  if (!rotated) return null
  await context.events.publish(tx, { type: 'session:rotated', sessionKey })
  return { memberId: rotated.member_id, cookieValue, sessionKey: newKey, expiresAtMs }
}
