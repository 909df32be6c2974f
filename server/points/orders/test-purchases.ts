import { ConfigError } from '../../config-error.ts'
import type { Db } from '../../db/database.ts'

/**
 * Points that test cards bought are spent like others, and broadcasters would be paid for them in real yen. Refuses
 * with `ConfigError` while there are any that weren't refunded.
 */
export const assertNoTestPurchases = async (db: Db): Promise<void> => {
  const found = await db
    .selectFrom('purchase_order')
    .select('id')
    .where('gateway', '=', 'sandbox')
    .where('state', 'in', ['granted', 'refunded'])
    .whereRef('captured_yen', '>', 'refunded_yen')
    .limit(1)
    .executeTakeFirst()
  if (!found) return
  throw new ConfigError(
    'このデータには、テスト用カードで買ったポイントがあるため、実際の決済では始められません。新しい DATA_DIR（または DATABASE_URL）で始めてください。',
  )
}
