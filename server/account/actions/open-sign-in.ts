import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { type OpenedSession, openSession } from '#server/members/actions/open-session.ts'
import { recordSignIn } from '../sign-in/record-sign-in.ts'
import { revokeSessionInTx } from './revoke-session.ts'

/** The browser for which a session is opened. */
export interface Browser {
  addressKey: string
  /** Of the larger network that it belongs to; null for IPv4. */
  siteKey: string | null
  /** Keyed hash of the browser's device cookie. */
  deviceKey: string
  userAgent: string
  /** The session that the browser has now; it ends when another one is opened. */
  sessionKey: string | null
}

/**
 * Opens an account for a browser after the sign-in method has verified the member: the browser's former
 * session ends, and the member is notified about a browser that the account doesn't know. After the
 * transaction the calling code passes the former session to `sessions.evict`.
 */
export const openSignIn = async (
  context: Pick<Context, 'now' | 'events' | 'sessions' | 'mailer'>,
  tx: Tx,
  memberId: string,
  browser: Browser,
  way?: 'recoveryCode',
): Promise<OpenedSession> => {
  if (browser.sessionKey) await revokeSessionInTx(context, tx, browser.sessionKey)
  const opened = await openSession(context, tx, {
    memberId,
    isFirstRegister: false,
    userAgent: browser.userAgent,
    deviceKey: browser.deviceKey,
  })
  await recordSignIn(context, tx, { memberId, sessionKey: opened.sessionKey, browser, way })
  return opened
}
