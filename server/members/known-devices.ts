import { type RawBuilder, sql } from 'kysely'
import { deviceMaxAgeSec } from '#server/credentials/auth-cookies.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** How long a browser is known after the last sign-in there: as long as its cookie lives. */
const knownDeviceMs = deviceMaxAgeSec * 1_000
/**
 * The most browsers that are stored of one account. A browser that deletes its cookies is a new one at each
 * sign-in.
 */
const knownDevicesMax = 100

/**
 * Stores that the account was opened in this browser.
 * @returns whether the account knew it, and whether it knew any
 */
export const rememberDevice = async (
  tx: Tx,
  { memberId, deviceKey }: { memberId: string; deviceKey: string },
  nowMs: number,
): Promise<{ isKnown: boolean; knowsAny: boolean }> => {
  const { isKnown, knowsAny } = await tx
    .selectFrom('known_device')
    .select(({ eb, fn }) => [
      eb(fn.countAll<number>().filterWhere('device_key', '=', deviceKey), '>', 0)
        .$castTo<boolean>()
        .as('isKnown'),
      eb(fn.countAll<number>(), '>', 0).$castTo<boolean>().as('knowsAny'),
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  const at = new Date(nowMs)
  await tx
    .insertInto('known_device')
    .values({ member_id: memberId, device_key: deviceKey, first_seen_at: at, last_seen_at: at })
    .onConflict((conflict) => conflict.columns(['member_id', 'device_key']).doUpdateSet({ last_seen_at: at }))
    .execute()
  if (!isKnown) await deleteBeyondMax(tx, memberId, deviceKey)
  return { isKnown, knowsAny }
}

/** Whether the account with this mail address was opened in this browser. */
export const isDeviceOf = async (db: Db, email: string, deviceKey: string): Promise<boolean> =>
  (await db
    .selectFrom('known_device as k')
    .innerJoin('member as m', 'm.id', 'k.member_id')
    .select('k.device_key')
    .where((column) => column(column.fn('lower', ['m.email']), '=', email))
    .where('k.device_key', '=', deviceKey)
    .executeTakeFirst()) !== undefined

/** Deletes those not used for longest, but never the current one. */
const deleteBeyondMax = async (tx: Tx, memberId: string, hereKey: string): Promise<void> => {
  await tx
    .deleteFrom('known_device')
    .where('member_id', '=', memberId)
    .where('device_key', 'in', (query) =>
      query
        .selectFrom('known_device')
        .select('device_key')
        .where('member_id', '=', memberId)
        .where('device_key', '<>', hereKey)
        .orderBy('last_seen_at', 'desc')
        .orderBy('device_key')
        .offset(knownDevicesMax - 1),
    )
    .execute()
}

/** The next sign-in there is notified again. */
export const deleteDevice = async (tx: Tx, memberId: string, deviceKey: string): Promise<void> => {
  await tx
    .deleteFrom('known_device')
    .where('member_id', '=', memberId)
    .where('device_key', '=', deviceKey)
    .execute()
}

/** The same for every browser but one. */
export const deleteOtherDevices = async (tx: Tx, memberId: string, keptKey: string): Promise<void> => {
  await tx
    .deleteFrom('known_device')
    .where('member_id', '=', memberId)
    .where('device_key', '<>', keptKey)
    .execute()
}

/** Nightly: the cookies of these browsers have expired as well. */
export const deleteOldDevices = async (db: Db, nowMs: number): Promise<void> => {
  await db
    .deleteFrom('known_device')
    .where('last_seen_at', '<', new Date(nowMs - knownDeviceMs))
    .execute()
}

/**
 * The keys of the browsers in which an account was registered or opened; without those in which somebody
 * opened a demo member, whose password is public.
 *
 * @param member the alias of the table `member` in the query
 */
export const deviceKeysOf = (member: string): RawBuilder<string[]> => sql<string[]>`array(
  SELECT k.device_key FROM known_device k WHERE k.member_id = ${sql.ref(`${member}.id`)} AND NOT ${sql.ref(`${member}.is_demo`)}
  UNION SELECT ${sql.ref(`${member}.device_key`)} WHERE ${sql.ref(`${member}.device_key`)} IS NOT NULL)`
