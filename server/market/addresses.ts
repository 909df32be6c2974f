import { sql } from 'kysely'
import type { MarketSide } from '#contract/market/market.ts'
import type { PostalAddress } from '#contract/market/transactions.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { decrypt, encrypt } from '#server/secrets/encryption.ts'

/**
 * Addresses are encrypted at rest, each bound to its owner or its parcel. They are decrypted for their own member and for
 * a label alone; no answer to another member and no line of the log has one.
 */
type Encrypting = Pick<Context, 'secret'>

const encryptAddress = ({ secret }: Encrypting, boundTo: string, address: PostalAddress): Buffer =>
  encrypt(secret, { purpose: 'marketAddress', boundTo }, Buffer.from(JSON.stringify(address)))

const decryptAddress = ({ secret }: Encrypting, boundTo: string, encrypted: Buffer): PostalAddress | null => {
  const plain = decrypt(secret, { purpose: 'marketAddress', boundTo }, encrypted)
  return plain === null ? null : (JSON.parse(plain.toString('utf8')) as PostalAddress)
}

const ownBinding = (memberId: string): string => `member:${memberId}`
const parcelBinding = (transactionId: string, side: MarketSide): string => `parcel:${transactionId}:${side}`

/**
 * Stores a member's own address, encrypted and bound to the member, in place of the one before. Parcels keep the copy of
 * their purchase (`copyToParcel`).
 */
export const saveAddress = async (
  context: Encrypting & Pick<Context, 'now'>,
  db: Db | Tx,
  memberId: string,
  address: PostalAddress,
): Promise<void> => {
  const kept = {
    encrypted: encryptAddress(context, ownBinding(memberId), address),
    changed_at: new Date(context.now()),
  }
  await db
    .insertInto('market_address')
    .values({ member_id: memberId, ...kept })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(kept))
    .execute()
}

/** Null without one, or when it can't be decrypted any more and has to be entered again. */
export const addressOf = async (
  context: Encrypting,
  db: Db | Tx,
  memberId: string,
): Promise<PostalAddress | null> => {
  const row = await db
    .selectFrom('market_address')
    .select('encrypted')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row ? decryptAddress(context, ownBinding(memberId), row.encrypted) : null
}

/** Copies a member's address for one parcel, so that a later change doesn't redirect it. */
export const copyToParcel = async (
  context: Encrypting,
  tx: Tx,
  { transactionId, side, address }: { transactionId: string; side: MarketSide; address: PostalAddress },
): Promise<void> => {
  const encrypted = encryptAddress(context, parcelBinding(transactionId, side), address)
  await tx
    .insertInto('market_parcel_address')
    .values({ transaction_id: transactionId, side, encrypted })
    .onConflict((conflict) => conflict.columns(['transaction_id', 'side']).doUpdateSet({ encrypted }))
    .execute()
}

/**
 * The address of one side that was copied for this parcel. Null where none was, where it has been deleted since
 * (`wipeAddresses`), and where it can't be decrypted any more.
 */
export const parcelAddress = async (
  context: Encrypting,
  db: Db | Tx,
  transactionId: string,
  side: MarketSide,
): Promise<PostalAddress | null> => {
  const row = await db
    .selectFrom('market_parcel_address')
    .select('encrypted')
    .where('transaction_id', '=', transactionId)
    .where('side', '=', side)
    .executeTakeFirst()
  return row ? decryptAddress(context, parcelBinding(transactionId, side), row.encrypted) : null
}

/** product.md 13.10: so long after a transaction's end its addresses are deleted. */
const keptMs = 30 * 24 * 3_600_000

/**
 * Deletes the addresses of parcels 30 days after their transaction's end, and a member's own one when it was not
 * changed for 30 days and no transaction needs it.
 */
export const wipeAddresses = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const before = new Date(now() - keptMs)
  await sql`
    delete from market_parcel_address a using market_transaction t
    where t.id = a.transaction_id and t.finished_at <= ${before}`.execute(db)
  await sql`
    delete from market_address a
    where a.changed_at <= ${before} and not exists (
      select from market_transaction t
      where a.member_id in (t.buyer_id, t.seller_id) and coalesce(t.finished_at, 'infinity') > ${before})
    and not exists (select from market_item i where i.seller_id = a.member_id and i.state = 'onSale')`.execute(
    db,
  )
}
