import type { Context } from '#server/context.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import { sessionMaxAgeMs } from '../sessions.ts'

/**
 * The one-tap shortcut (Specification 7): the browser continues with the account of its session. Renews that
 * session and nothing else; it no longer counts as a first registration.
 */
export const renewSession = async (
  context: Pick<Context, 'db' | 'now' | 'sessions'>,
  sessionKey: string,
): Promise<void> => {
  await context.db
    .updateTable('session')
    .set({ is_first_register: false, expires_at: new Date(context.now() + sessionMaxAgeMs) })
    .where('id_hash', '=', idHashOf(sessionKey))
    .where('revoked_at', 'is', null)
    .execute()
  context.sessions.evict(sessionKey)
}
