import type { SavedCard } from '../../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'

export interface KeptCard extends SavedCard {
  gateway: string
}

/** The card a member let a payment service keep. Its number is theirs; we know how it ends. */
const savedCardOf = async (db: Db | Tx, memberId: string): Promise<KeptCard | null> => {
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

/** The saved card, if the service that takes saved cards now is the one that keeps it. */
export const chargeableCardOf = async (
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  memberId: string,
): Promise<KeptCard | null> => {
  const card = await savedCardOf(db, memberId)
  return card?.gateway === payments.taking('savedCard')?.name ? card : null
}

/** The newest card is the one that counts. */
export const keepCard = async (
  tx: Tx,
  owner: { memberId: string; gateway: string },
  card: SavedCard,
): Promise<void> => {
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

/** Off our files first: a service that can't be reached keeps a card nobody can charge any more. */
export const forgetCard = async (context: Context, memberId: string): Promise<void> => {
  const card = await savedCardOf(context.db, memberId)
  if (!card) return
  await context.db.deleteFrom('saved_card').where('member_id', '=', memberId).execute()
  await context.payments
    .named(card.gateway)
    ?.forgetCard({ customerId: card.customerId, cardId: card.cardId })
    .catch((error: unknown) => context.log.error('card-not-forgotten', { gateway: card.gateway, error }))
}
