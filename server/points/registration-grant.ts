import { sql } from 'kysely'
import { registrationBonusPoints } from '#contract/points/points.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { limitedNetwork } from '#server/secrets/keyed-hash.ts'
import { grantPoints } from './ledger/ledger.ts'

/** No household or office registers more often in a day; a script gets no further. */
const registrationGrantsPerAddressMax = 10
/** Of an IPv6 /48, which one customer may have as a whole. */
const registrationGrantsPerSiteMax = 100

export interface Registration {
  userId: string
  /** What identifies the browser; any text. */
  deviceKey: string
  /** An address, which counts by its network, or the keyed hash of a network. */
  address: string
  /** The larger network that the address belongs to, under a name of its own; null for none. */
  site: string | null
}

/**
 * Grants a new member the registration bonus. Grants nothing, without a refusal, for a device that had it, or
 * an address that has used its quota of the Japanese day: a registration never fails over this.
 * @returns the points granted
 */
export async function grantRegistrationPoints(tx: Tx, registration: Registration): Promise<number> {
  const { userId, deviceKey, site } = registration
  const device = await sql`
    insert into registration_grant (device_key, member_id) values (${deviceKey}, ${userId})
    on conflict do nothing returning 1`.execute(tx)
  if (device.rows.length === 0) return 0
  const hasShare =
    (await claimShare(tx, limitedNetwork(registration.address), registrationGrantsPerAddressMax)) &&
    (site === null || (await claimShare(tx, site, registrationGrantsPerSiteMax)))
  if (!hasShare) {
    await sql`delete from registration_grant where device_key = ${deviceKey}`.execute(tx)
    return 0
  }
  await grantPoints(tx, {
    key: 'registration',
    memberId: userId,
    points: registrationBonusPoints,
    kind: 'free',
    purpose: 'registration',
  })
  return registrationBonusPoints
}

/** Those whose registration brought points: a further account of a browser, or of a used-up network, has none. */
export const withRegistrationBonus = async (
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from registration_grant where member_id = any(${memberIds}::text[])
    union
    select id from member where id = any(${memberIds}::text[]) and is_demo`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Counts one grant of a network on this Japanese day; false when its quota is used. */
const claimShare = async (tx: Tx, network: string, max: number): Promise<boolean> => {
  const { rows } = await sql`
    insert into registration_grant_address (address, day)
    values (${network}, (now() at time zone 'Asia/Tokyo')::date)
    on conflict (address, day) do update set grants = registration_grant_address.grants + 1
      where registration_grant_address.grants < ${max}
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Nightly: deletes addresses whose day is over. */
export async function deleteRegistrationAddresses(db: Db | Tx): Promise<void> {
  await sql`
    delete from registration_grant_address
    where day < (now() at time zone 'Asia/Tokyo')::date`.execute(db)
}
