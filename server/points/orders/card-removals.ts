import { sql } from 'kysely'
import type { SavedCard } from '#adapters/payments/port.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'

/** A card that a service stores. */
export interface CardOnFile extends Pick<SavedCard, 'customerId' | 'cardId'> {
  gateway: string
}

const cardsAtOnce = 10
/**
 * The second try is after 20 s, longer than a service takes to answer; later tries are ever less frequent.
 */
const tryAgainSecMin = 10
const tryAgainSecMax = 3_600

/** Has the service delete the card after `tx` commits: sooner or later, whatever fails meanwhile. */
export const removeCard = async (tx: Tx, { gateway, cardId, customerId }: CardOnFile): Promise<void> => {
  await tx
    .insertInto('card_removal')
    .values({ gateway, card_id: cardId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Cancels a deletion, because its owner has the service store the card again. */
export const storeCardOnFile = async (tx: Tx, { gateway, cardId }: CardOnFile): Promise<void> => {
  await tx.deleteFrom('card_removal').where('gateway', '=', gateway).where('card_id', '=', cardId).execute()
}

interface Removal extends CardOnFile {
  isLate: boolean
}

/**
 * Every few seconds: has the services delete the removed cards. Any number of processes may run it at once.
 */
export const removeCards = async (context: Context): Promise<void> => {
  const claimed = await claimRemovals(context.db)
  await Promise.all(
    claimed.map((card) =>
      removeNow(context, card).catch(async (error: unknown) => {
        const { gateway, cardId } = card
        context.log.error('card-not-removed', { gateway, cardId, error })
        if (card.isLate) await warnOfLateRemoval(context.db, gateway)
      }),
    ),
  )
}

const claimRemovals = async (db: Db): Promise<Removal[]> => {
  const { rows } = await sql<Removal>`
    update card_removal set tries = tries + 1, next_try_at = now() + make_interval(
      secs => least(${tryAgainSecMax}, ${tryAgainSecMin} * power(2, least(tries + 1, 16))))
    where (gateway, card_id) in (
      select gateway, card_id from card_removal where next_try_at <= now()
      order by next_try_at limit ${cardsAtOnce} for update skip locked
    )
    returning gateway, card_id as "cardId", customer_id as "customerId",
      asked_at < now() - interval '1 day' as "isLate"`.execute(db)
  return rows
}

const removeNow = async ({ db, payments }: Context, card: Removal): Promise<void> => {
  const service = payments.named(card.gateway)
  if (!service) throw new Error(`there is no payment gateway ${card.gateway}`)
  await service.removeCard(card)
  await db
    .deleteFrom('card_removal')
    .where('gateway', '=', card.gateway)
    .where('card_id', '=', card.cardId)
    .execute()
}

const warnOfLateRemoval = (db: Db, gateway: string): Promise<void> =>
  raiseAlert(db, {
    kind: 'cardsNotRemoved',
    subject: gateway,
    text: `会員が登録を削除したカードを、${gateway} から1日以上削除できていません。接続の設定を確認してください。`,
  })
