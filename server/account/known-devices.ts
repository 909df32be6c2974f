import type { Db, Tx } from '../db/database.ts'
import { deviceMaxAgeSec } from './auth-cookies.ts'

/** How long a browser is known after the last sign-in there: as long as its mark lives. */
const knownDeviceMs = deviceMaxAgeSec * 1_000

/**
 * Notes that the account was opened in this browser.
 * @returns whether the account knew it, and whether it knew any
 */
export const rememberDeviceWithin = async (
  tx: Tx,
  { memberId, deviceKey }: { memberId: string; deviceKey: string },
  nowMs: number,
): Promise<{ isKnown: boolean; knowsAny: boolean }> => {
  const known = await tx
    .selectFrom('known_device')
    .select('device_key')
    .where('member_id', '=', memberId)
    .execute()
  const at = new Date(nowMs)
  await tx
    .insertInto('known_device')
    .values({ member_id: memberId, device_key: deviceKey, first_seen_at: at, last_seen_at: at })
    .onConflict((conflict) => conflict.columns(['member_id', 'device_key']).doUpdateSet({ last_seen_at: at }))
    .execute()
  return {
    isKnown: known.some(({ device_key }) => device_key === deviceKey),
    knowsAny: known.length > 0,
  }
}

/** The next sign-in there is told of again. */
export const forgetDeviceWithin = async (tx: Tx, memberId: string, deviceKey: string): Promise<void> => {
  await tx
    .deleteFrom('known_device')
    .where('member_id', '=', memberId)
    .where('device_key', '=', deviceKey)
    .execute()
}

/** The same of every browser but one. */
export const forgetOtherDevicesWithin = async (tx: Tx, memberId: string, keptKey: string): Promise<void> => {
  await tx
    .deleteFrom('known_device')
    .where('member_id', '=', memberId)
    .where('device_key', '<>', keptKey)
    .execute()
}

/** Nightly: the marks of these browsers have run out as well. */
export const forgetOldDevices = async (db: Db, nowMs: number): Promise<void> => {
  await db
    .deleteFrom('known_device')
    .where('last_seen_at', '<', new Date(nowMs - knownDeviceMs))
    .execute()
}
