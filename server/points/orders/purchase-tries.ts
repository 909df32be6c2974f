import { sql } from 'kysely'
import type { PaymentMethod } from '#contract/points/purchase.ts'
import {
  establishedBuyerAfterHours,
  hasTriedTooOften,
  type PurchaseTries,
  triedTogether,
} from '#domain/points/purchase/purchase-tries.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { oneRow } from '../ledger/row.ts'

/** A buyer and the means of payment. */
export interface Payer {
  memberId: string
  /** A keyed hash of the payer's network (`addressKey`). */
  networkKey: string
  method: PaymentMethod
}

/** What a payer and the payer's network tried before, by the database's clock. */
export const purchaseTriesOf = async (db: Db | Tx, payer: Payer): Promise<PurchaseTries> => {
  const [own, network] = await Promise.all([ownTries(db, payer), networkTries(db, payer)])
  return { ...own, ...network }
}

const ownTries = (db: Db | Tx, { memberId, method }: Payer) =>
  oneRow(
    db,
    sql<Pick<PurchaseTries, 'failedLastHour' | 'failedLastDay' | 'open' | 'isKnownBuyer'>>`
      select
        count(*) filter (where is_alike and state = 'declined' and created_at > now() - interval '1 hour')
          as "failedLastHour",
        count(*) filter (where is_alike and state = 'declined' and created_at > now() - interval '1 day')
          as "failedLastDay",
        count(*) filter (where is_alike and state in ('created', 'paying', 'challenge')) as open,
        coalesce(bool_or(state in ('granted', 'refunded')
          and captured_at < now() - make_interval(hours => ${establishedBuyerAfterHours})), false) as "isKnownBuyer"
      from (
        select *, method = any (${triedTogether(method)}::text[]) as is_alike
        from purchase_order where member_id = ${memberId}) own`,
  )

const networkTries = (db: Db | Tx, { networkKey, method }: Payer) =>
  oneRow(
    db,
    sql<Pick<PurchaseTries, 'networkLastHour' | 'networkLastDay'>>`
      select count(*) filter (where created_at > now() - interval '1 hour') as "networkLastHour",
        count(*) as "networkLastDay"
      from purchase_order
      where network_key = ${networkKey} and created_at > now() - interval '1 day'
        and state in ('declined', 'paying') and method = any (${triedTogether(method)}::text[])`,
  )

/** Alerts the operators to a stopped payer, who may be testing stolen cards. */
export const warnOfTries = async (db: Db, payer: Payer): Promise<void> => {
  const isCallerOwn = hasTriedTooOften(await purchaseTriesOf(db, payer))
  await raiseAlert(db, {
    kind: 'paymentTries',
    subject: isCallerOwn ? payer.memberId : `network:${payer.networkKey.slice(0, 8)}`,
    text: isCallerOwn
      ? `会員 ${payer.memberId} の支払いが続けて承認されなかったため、一時的に止めています。カードの不正利用の試行でないか確認してください。`
      : `同じネットワークからの支払いが続けて承認されなかったため、新しい方の支払いを一時的に止めています（直近は会員 ${payer.memberId}）。`,
  })
}

/** Nightly: deletes the networks of orders that no limit counts any more. */
export const deleteOrderNetworks = async (db: Db): Promise<void> => {
  await db
    .updateTable('purchase_order')
    .set({ network_key: null })
    .where('network_key', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute()
}
