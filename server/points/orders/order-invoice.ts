import { sql } from 'kysely'
import type { Invoice } from '#contract/receipts/receipts.ts'
import type { Context } from '#server/context.ts'
import { oneRow } from '../ledger/row.ts'

/**
 * What an order's printed receipt says beside its signed fields: who issued it, which card paid, and the balance right
 * after it, all lots that were issued for it included.
 */
export const invoiceOf = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  orderId: string,
): Promise<Invoice> => {
  const row = await oneRow(
    db,
    sql<{ brand: string | null; last4: string | null; balance: number }>`
      select o.card_brand as brand, o.card_last4 as last4, (
        select coalesce(sum(e.amount), 0)::bigint from account a join entry e on e.account_id = a.id
        where a.kind = 'wallet' and a.owner_id = o.member_id and e.transfer_id <= (
          select max(t.id) from transfer t
          where t.reference = o.id and t.purpose in ('purchase', 'purchaseBonus', 'firstPurchase', 'debt'))
        ) as balance
      from purchase_order o where o.id = ${orderId}`,
  )
  return {
    ...config.invoice,
    card: row.brand !== null && row.last4 !== null ? { brand: row.brand, last4: row.last4 } : null,
    balanceAfter: row.balance,
  }
}
