import type { Context } from '#server/context.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { deleteAddresses } from '#server/push/addresses.ts'

type RevokingContext = Pick<Context, 'now' | 'events' | 'sessions'>

type Which =
  | { sessionKey: string }
  | { memberId: string }
  | { memberId: string; deviceId: string }
  | { memberId: string; exceptSessionKey: string }

interface EndedSession {
  sessionKey: string
  deviceKey: string | null
}

const openSessionsWhere = (db: Db | Tx, which: Which) => {
  const open = db.updateTable('session').where('revoked_at', 'is', null)
  if ('sessionKey' in which) return open.where('id_hash', '=', idHashOf(which.sessionKey))
  const own = open.where('member_id', '=', which.memberId)
  if ('deviceId' in which) return own.where('device_id', '=', which.deviceId)
  return 'exceptSessionKey' in which ? own.where('id_hash', '<>', idHashOf(which.exceptSessionKey)) : own
}

/**
 * Ends these sessions and closes their sockets; every process is notified when `db` commits. @returns those
 * that were open
 */
const revokeWhere = async (context: RevokingContext, db: Db | Tx, which: Which): Promise<EndedSession[]> => {
  const rows = await openSessionsWhere(db, which)
    .set({ revoked_at: new Date(context.now()) })
    .returning(['id_hash', 'device_key'])
    .execute()
  await deleteAddresses(
    db,
    rows.map((row) => row.id_hash),
  )
  const ended = rows.map((row) => ({
    sessionKey: row.id_hash.toString('base64url'),
    deviceKey: row.device_key,
  }))
  for (const { sessionKey } of ended) await context.events.publish(db, { type: 'session:over', sessionKey })
  return ended
}

/** Signs one browser out, at once and everywhere. */
export const revokeSession = async (
  context: RevokingContext & Pick<Context, 'db'>,
  sessionKey: string,
): Promise<void> => {
  await context.db.transaction().execute((tx) => revokeWhere(context, tx, { sessionKey }))
  // This process doesn't wait for its own notification.
  context.sessions.evict(sessionKey)
}

/** Signs a member out on every device when `tx` commits. @returns the keys for `sessions.evict` after it */
export const revokeAllSessionsInTx = async (
  context: RevokingContext,
  tx: Tx,
  memberId: string,
): Promise<string[]> => (await revokeWhere(context, tx, { memberId })).map(({ sessionKey }) => sessionKey)

/** The same for every device but one. */
export const revokeOtherSessions = async (
  context: RevokingContext,
  tx: Tx,
  { memberId, sessionKey }: { memberId: string; sessionKey: string },
): Promise<string[]> =>
  (await revokeWhere(context, tx, { memberId, exceptSessionKey: sessionKey })).map(
    (ended) => ended.sessionKey,
  )

/** The same for one device of the member, if it is signed in. */
export const revokeDevice = async (
  context: RevokingContext,
  tx: Tx,
  device: { memberId: string; deviceId: string },
): Promise<EndedSession | null> => (await revokeWhere(context, tx, device))[0] ?? null

/**
 * The same within a transaction of the calling code, which passes the session to `sessions.evict` after it.
 */
export const revokeSessionInTx = async (
  context: RevokingContext,
  tx: Tx,
  sessionKey: string,
): Promise<void> => {
  await revokeWhere(context, tx, { sessionKey })
}
