import type { SavedCard } from '#adapters/payments/port.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type CardOnFile, removeCard, storeCardOnFile } from './card-removals.ts'

export interface StoredCard extends SavedCard {
  gateway: string
}

/**
 * The card that a member let a payment service store. The service has its number; we know the last digits.
 */
const savedCardOf = async (db: Db | Tx, memberId: string): Promise<StoredCard | null> => {
  const row = await db
    .selectFrom('saved_card')
    .select([
      'gateway',
      'customer_id as customerId',
      'card_id as cardId',
      'brand',
      'last4',
      'expiry_month as expiryMonth',
      'expiry_year as expiryYear',
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row ?? null
}

/** The saved card, if the service that now accepts saved cards is the one that stores it. */
export const chargeableCardOf = async (
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  memberId: string,
): Promise<StoredCard | null> => {
  const card = await savedCardOf(db, memberId)
  return card?.gateway === payments.accepting('savedCard')?.name ? card : null
}

/** Stores a card. The newest card counts; the service deletes the previous one. */
export const storeCard = async (
  tx: Tx,
  owner: { memberId: string; gateway: string },
  card: SavedCard,
): Promise<void> => {
  const before = await lockSavedCard(tx, owner.memberId)
  const stored = { ...card, gateway: owner.gateway }
  if (before && !isSameCard(before, stored)) await removeCard(tx, before)
  await storeCardOnFile(tx, stored)
  const values = {
    member_id: owner.memberId,
    gateway: owner.gateway,
    customer_id: card.customerId,
    card_id: card.cardId,
    brand: card.brand,
    last4: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
  }
  await tx
    .insertInto('saved_card')
    .values(values)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
}

/** Deletes the card here at once, and at the service as soon as it can be reached. */
export const removeSavedCard = ({ db }: Pick<Context, 'db'>, memberId: string): Promise<void> =>
  inTransaction(db, (tx) => deleteCard(tx, memberId))

/**
 * `removeSavedCard` in a transaction: the card is deleted with it, and the service is asked afterwards. Does nothing
 * without a card. Locks the member's card.
 */
export const deleteCard = async (tx: Tx, memberId: string): Promise<void> => {
  const card = await lockSavedCard(tx, memberId)
  if (!card) return
  await tx.deleteFrom('saved_card').where('member_id', '=', memberId).execute()
  await removeCard(tx, card)
}

/** Two payments that store a card at once run one after the other, so that neither is missed. */
const lockSavedCard = async (tx: Tx, memberId: string): Promise<StoredCard | null> => {
  await lockName(tx, `savedCard:${memberId}`)
  return savedCardOf(tx, memberId)
}

const isSameCard = (one: CardOnFile, other: CardOnFile): boolean =>
  one.gateway === other.gateway && one.cardId === other.cardId
