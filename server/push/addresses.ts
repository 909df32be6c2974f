import { createHash } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import type { PushAddress, PushService } from '#adapters/push/port.ts'
import { addressesMax, isGivenUp } from '#domain/push/delivery.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

/** An address as it is stored. */
export interface StoredAddress {
  sessionHash: Buffer
  /** Distinguishes it from an address that the same browser may have registered since. */
  addressHash: Buffer
  address: PushAddress
}

type Sender = Pick<PushService, 'provider' | 'sender'>

const hashOf = ({ id }: PushAddress): Buffer => createHash('sha256').update(id).digest()

/**
 * Stores the address of a session's browser. Another session of that browser, even another member's, loses
 * it; of more than `addressesMax` browsers the member's oldest is deleted.
 */
export const storeAddress = async (
  tx: Tx,
  owner: { memberId: string; sessionHash: Buffer },
  { provider, sender }: Sender,
  address: PushAddress,
): Promise<void> => {
  const addressHash = hashOf(address)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`push:${addressHash.toString('hex')}`}, 0))`.execute(
    tx,
  )
  await tx
    .deleteFrom('push_address')
    .where('address_hash', '=', addressHash)
    .where('session_hash', '<>', owner.sessionHash)
    .execute()
  const stored = {
    member_id: owner.memberId,
    provider,
    sender,
    address: { ...address },
    address_hash: addressHash,
    failures: 0,
    failing_since: null,
  }
  await tx
    .insertInto('push_address')
    .values({ session_hash: owner.sessionHash, ...stored })
    .onConflict((conflict) =>
      conflict.column('session_hash').doUpdateSet({ ...stored, refreshed_at: sql<Date>`now()` }),
    )
    .execute()
  await tx
    .deleteFrom('push_address')
    .where('session_hash', 'in', (query) =>
      query
        .selectFrom('push_address')
        .select('session_hash')
        .where('member_id', '=', owner.memberId)
        .orderBy('refreshed_at', 'desc')
        .orderBy('session_hash')
        .offset(addressesMax),
    )
    .execute()
}

/** With the end of sessions, or because a member switched push off. */
export const deleteAddresses = async (db: Db | Tx, sessionHashes: readonly Buffer[]): Promise<void> => {
  if (sessionHashes.length === 0) return
  await db.deleteFrom('push_address').where('session_hash', 'in', sessionHashes).execute()
}

/** Addresses of another key or project can't be used: a changed setting ended them all. */
export const deleteOthersAddresses = async (db: Db, { sender }: Sender): Promise<void> => {
  await db.deleteFrom('push_address').where('sender', '<>', sender).execute()
}

const columns = ['session_hash as sessionHash', 'address_hash as addressHash', 'address'] as const
interface Row extends Omit<StoredAddress, 'address'> {
  address: unknown
}
/** What `addressOf` made. */
const storedOf = (row: Row): StoredAddress => ({ ...row, address: row.address as PushAddress })

/** Those of the members whom a push can reach, in the same order. */
export const reachableRecipients = async (db: Db, memberIds: readonly string[]): Promise<string[]> => {
  if (memberIds.length === 0) return []
  const rows = await db
    .selectFrom('live_push_address')
    .select('member_id')
    .distinct()
    .where('member_id', 'in', memberIds)
    .execute()
  const reachable = new Set(rows.map(({ member_id }) => member_id))
  return memberIds.filter((memberId) => reachable.has(memberId))
}

/** The browsers in which the member is signed in. */
export const addressesOf = async (db: Db, memberId: string, { sender }: Sender): Promise<StoredAddress[]> => {
  const rows = await db
    .selectFrom('push_address')
    .select(columns)
    .where('session_hash', 'in', liveOf(db, memberId))
    .where('sender', '=', sender)
    .execute()
  return rows.map(storedOf)
}

/** The same, and stores that this call rings there, so that its end can be pushed to the same browsers. */
export const ringAddressesOf = async (
  db: Db,
  memberId: string,
  callId: string,
  { sender }: Sender,
): Promise<StoredAddress[]> => {
  const rows = await db
    .updateTable('push_address')
    .set({ ringing_call_id: callId })
    .where('session_hash', 'in', liveOf(db, memberId))
    .where('sender', '=', sender)
    .returning(columns)
    .execute()
  return rows.map(storedOf)
}

const liveOf = (db: Db, memberId: string) =>
  db
    .selectFrom('live_push_address')
    .select('session_hash')
    .where('member_id', '=', memberId)
    .$narrowType<{ session_hash: Buffer }>()

/** The browsers where this call was rung, once: the next request finds none. */
export const claimRungAddresses = async (db: Db, callId: string): Promise<StoredAddress[]> => {
  const rows = await db
    .updateTable('push_address')
    .set({ ringing_call_id: null })
    .where('ringing_call_id', '=', callId)
    .returning(columns)
    .execute()
  return rows.map(storedOf)
}

const only = (stored: StoredAddress) => (column: ExpressionBuilder<Tables, 'push_address'>) =>
  column.and({ session_hash: stored.sessionHash, address_hash: stored.addressHash })

export const recordDelivered = async (db: Db, stored: StoredAddress): Promise<void> => {
  await db
    .updateTable('push_address')
    .set({ last_success_at: sql<Date>`now()`, failures: 0, failing_since: null })
    .where(only(stored))
    .execute()
}

/** Counts a failure; true when the address is dropped because of it. */
export const recordFailed = async (db: Db, stored: StoredAddress): Promise<boolean> => {
  const updated = await db
    .updateTable('push_address')
    .set({ failures: sql`failures + 1`, failing_since: sql<Date>`coalesce(failing_since, now())` })
    .where(only(stored))
    .returning(['failures', sql<number>`extract(epoch from now() - failing_since) * 1000`.as('failingMs')])
    .executeTakeFirst()
  if (!updated || !isGivenUp(updated.failures, Number(updated.failingMs))) return false
  await deleteAddress(db, stored)
  return true
}

/** The browser has given up the address. */
export const deleteAddress = async (db: Db, stored: StoredAddress): Promise<void> => {
  await db.deleteFrom('push_address').where(only(stored)).execute()
}
