import { sql } from 'kysely'
import { ConfigError } from '#server/config/config-error.ts'
import type { Db } from '#server/db/database.ts'

/**
 * Points that cost nothing are spent like others, and broadcasters would be paid for them in real yen.
 * Refuses with `ConfigError` while there are points of test cards that weren't refunded, and once the demo's
 * people paid a member outside the demo.
 */
export const assertNoTestMoney = async (db: Db): Promise<void> => {
  const { rows } = await sql`
    select 1 where exists (
      select from purchase_order
      where gateway = 'sandbox' and state in ('granted', 'refunded') and captured_yen > refunded_yen
    ) or exists (
      select from member payer
      join account wallet on wallet.owner_id = payer.id
      join entry e on e.account_id = wallet.id
      join transfer t on t.id = e.transfer_id and t.kind in ('spend', 'capture') and t.debit = wallet.id
      join account earnings on earnings.id = t.credit
      join member payee on payee.id = earnings.owner_id and not payee.is_demo
      where payer.is_demo
    )`.execute(db)
  if (rows.length === 0) return
  throw new ConfigError(
    'このデータには、テスト用カードで買ったポイントや、デモの会員から得た報酬があるため、実際の決済では始められません。新しい DATA_DIR（または DATABASE_URL）で始めてください。',
  )
}
