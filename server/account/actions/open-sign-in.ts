import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { type OpenedSession, openSession } from '#server/members/actions/open-session.ts'
import { recordSignIn } from '../sign-in/record-sign-in.ts'
import { revokeSessionInTx } from './revoke-session.ts'

/** Who knocks: the browser a session is opened for. */
export interface Browser {
  addressKey: string
  /** Of the larger network that it belongs to; null for IPv4. */
  siteKey: string | null
  /** Keyed hash of the browser's own mark. */
  deviceKey: string
  userAgent: string
  /** The session the browser has now; it ends when another is opened. */
  sessionKey: string | null
}

/**
 * Opens an account for a browser, by whatever way the caller has seen that it is the member's: the browser's former
 * session ends, and the member is told of a browser the account doesn't know. After the transaction the caller lets
 * `sessions.forget` the former session.
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
