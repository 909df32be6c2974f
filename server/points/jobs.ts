import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { oneRow } from './ledger/row.ts'

const accountsPerTransaction = 200
const holdsPerTransaction = 200

/**
 * Nightly: posts every due expiry; each command also does so for its own wallet. Returns the points that
 * expired.
 */
export async function expireLots(db: Db): Promise<number> {
  let total = 0
  let afterId = 0
  for (;;) {
    const row = await oneRow(
      db,
      sql<{ last_id: number; accounts: number; points: number }>`
        select * from expire_lots(${afterId}, ${accountsPerTransaction})`,
    )
    total += row.points
    afterId = row.last_id
    if (row.accounts < accountsPerTransaction) return total
  }
}

/** Every minute: releases holds past their expiry. Returns how many. */
export async function releaseExpiredHolds(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const row = await oneRow(
      db,
      sql<{ holds: number }>`select release_expired_holds(${holdsPerTransaction}) as holds`,
    )
    total += row.holds
    if (row.holds < holdsPerTransaction) return total
  }
}
