import { sql } from 'kysely'
import type { LotKind } from '#contract/core/shared.ts'
import { expiryNoticeDays } from '#domain/points/expiry-notice.ts'
import type { Db } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { mailNotices, type NoticeMailing } from '#server/notifications/mail-notifications.ts'

const lotsPerTransaction = 500

interface NoticedLot {
  lot_id: number
  member_id: string
  kind: LotKind
  expires_at: Date
}

type Noticing = NoticeMailing & { db: Db }

/**
 * Hourly: notifies members of lots that expire in 30, 7 and 1 days, each lot and distance once, and never of
 * a lot that is spent. Returns how many notices were made.
 */
export const noticeExpiringLots = async (context: Noticing): Promise<number> => {
  let total = 0
  for (;;) {
    const count = await noticeSome(context)
    total += count
    if (count < lotsPerTransaction) return total
  }
}

const noticeSome = (context: Noticing): Promise<number> =>
  context.db.transaction().execute(async (tx) => {
    const { rows } = await sql<NoticedLot>`
      select n.lot_id, n.member_id, l.kind, l.expires_at
      from note_expiring_lots(${[...expiryNoticeDays]}::int[], ${lotsPerTransaction}) n
      join lot l on l.id = n.lot_id
      order by l.expires_at desc, l.id`.execute(tx)
    const notices = rows.map((lot) => ({
      memberId: lot.member_id,
      // The database claims each lot and distance once.
      once: null,
      about: {
        kind: 'pointsExpiring' as const,
        lotId: lot.lot_id,
        lotKind: lot.kind,
        expiresAt: lot.expires_at.toISOString(),
      },
    }))
    await addMemberNotices(tx, notices)
    await mailNotices(context, tx, notices)
    return rows.length
  })
