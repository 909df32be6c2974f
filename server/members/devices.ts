import type { Device } from '#contract/account/devices.ts'
import { isMobileDevice } from '#domain/shell/device.ts'
import { deviceName } from '#domain/shell/device-name.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { sessionMaxAgeMs, type Viewer } from './sessions.ts'

/** More than anybody reads. */
const devicesMax = 100

const liveSessionsOf = (db: Db | Tx, memberId: string, nowMs: number) =>
  db
    .selectFrom('session as s')
    .leftJoin('known_device as k', (join) =>
      join.onRef('k.member_id', '=', 's.member_id').onRef('k.device_key', '=', 's.device_key'),
    )
    .select(['s.id_hash', 's.device_id', 's.user_agent', 's.created_at', 's.expires_at', 'k.first_seen_at'])
    .where('s.member_id', '=', memberId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', new Date(nowMs))

type LiveRow = Awaited<ReturnType<ReturnType<typeof liveSessionsOf>['execute']>>[number]

/** A session's end moves with its use, so it yields the time of the last use. */
const toDevice = (row: LiveRow, thisHash: Buffer | null): Device => ({
  id: row.device_id,
  name: deviceName(row.user_agent ?? ''),
  isMobile: isMobileDevice(row.user_agent ?? ''),
  isThisDevice: thisHash !== null && row.id_hash.equals(thisHash),
  firstSeenAt: (row.first_seen_at ?? row.created_at).toISOString(),
  lastUsedAt: new Date(row.expires_at.getTime() - sessionMaxAgeMs).toISOString(),
})

/** Where the viewer is signed in: this device first, then by last use. */
export const devicesOf = async (
  db: Db,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  nowMs: number,
): Promise<Device[]> => {
  const thisHash = idHashOf(sessionKey)
  const rows = await liveSessionsOf(db, memberId, nowMs)
    .orderBy(({ eb }) => eb('s.id_hash', '=', thisHash), 'desc')
    .orderBy('s.expires_at', 'desc')
    .orderBy('s.device_id')
    .limit(devicesMax)
    .execute()
  return rows.map((row) => toDevice(row, thisHash))
}

/** The session's id in the list of devices; null when it is over. */
export const deviceIdOf = async (
  db: Db | Tx,
  { sessionKey }: Pick<Viewer, 'sessionKey'>,
): Promise<string | null> => {
  const row = await db
    .selectFrom('session')
    .select('device_id')
    .where('id_hash', '=', idHashOf(sessionKey))
    .executeTakeFirst()
  return row?.device_id ?? null
}

/** For the export of a member's data. */
export const devicesOfMember = async (
  db: Db | Tx,
  memberId: string,
  nowMs: number,
): Promise<Pick<Device, 'name' | 'firstSeenAt' | 'lastUsedAt'>[]> => {
  const rows = await liveSessionsOf(db, memberId, nowMs).orderBy('s.created_at').execute()
  return rows.map((row) => {
    const { name, firstSeenAt, lastUsedAt } = toDevice(row, null)
    return { name, firstSeenAt, lastUsedAt }
  })
}

/** For the erasure of a member: every stored browser. Their sessions have ended before. */
export const eraseDevices = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('known_device').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('session').where('member_id', '=', memberId).execute()
}
