import type { Context } from '#server/context.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import { sessionMaxAgeMs } from '../sessions.ts'

/**
 * The one-tap shortcut (specification 7, product.md 8): the browser goes on as the account it already has a
 * session of. Renews that session and nothing else; it is no first registration any more.
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
  context.sessions.forget(sessionKey)
}
