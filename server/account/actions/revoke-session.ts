import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { forgetAddresses } from '../../push/addresses.ts'
import { idHashOf } from '../opaque-cookie.ts'

type RevokingContext = Pick<Context, 'now' | 'events' | 'sessions'>

/** Ends these sessions and what reaches their browsers; every process hears of it when `db` commits. @returns the keys of those that were open */
const revokeWhere = async (
  context: RevokingContext,
  db: Db | Tx,
  which: { sessionKey: string } | { memberId: string },
): Promise<string[]> => {
  const update = db
    .updateTable('session')
    .set({ revoked_at: new Date(context.now()) })
    .where('revoked_at', 'is', null)
  const rows = await ('sessionKey' in which
    ? update.where('id_hash', '=', idHashOf(which.sessionKey))
    : update.where('member_id', '=', which.memberId)
  )
    .returning('id_hash')
    .execute()
  await forgetAddresses(
    db,
    rows.map((row) => row.id_hash),
  )
  const sessionKeys = rows.map((row) => row.id_hash.toString('base64url'))
  for (const sessionKey of sessionKeys) await context.events.publish(db, { type: 'session:over', sessionKey })
  return sessionKeys
}

const revoke = async (
  context: RevokingContext & Pick<Context, 'db'>,
  which: { sessionKey: string } | { memberId: string },
): Promise<void> => {
  const sessionKeys = await context.db.transaction().execute((tx) => revokeWhere(context, tx, which))
  // This process doesn't wait for its own news.
  for (const sessionKey of sessionKeys) context.sessions.forget(sessionKey)
}

/** Signs one browser out, at once and everywhere. */
export const revokeSession = (
  context: RevokingContext & Pick<Context, 'db'>,
  sessionKey: string,
): Promise<void> => revoke(context, { sessionKey })

/** Signs a member out on every device. */
export const revokeAllSessions = (
  context: RevokingContext & Pick<Context, 'db'>,
  memberId: string,
): Promise<void> => revoke(context, { memberId })

/** Signs a member out on every device when `tx` commits. @returns the keys to `sessions.forget` after it */
export const revokeAllSessionsWithin = (
  context: RevokingContext,
  tx: Tx,
  memberId: string,
): Promise<string[]> => revokeWhere(context, tx, { memberId })

/** The same within a transaction of the caller's, who calls `sessions.forget` after it. */
export const revokeSessionWithin = async (
  context: RevokingContext,
  tx: Tx,
  sessionKey: string,
): Promise<void> => {
  await revokeWhere(context, tx, { sessionKey })
}
