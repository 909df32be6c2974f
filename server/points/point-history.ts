import { sql } from 'kysely'
import type { PointMovement } from '#contract/points/points.ts'
import { pageOfHistory } from '#domain/points/point-history.ts'
import type { Db } from '#server/db/database.ts'

/** Transfers that one page reads at most: a call of a whole day has 1,440. */
const transfersReadMax = 2_000

interface LineRow {
  purpose: string
  reference: string | null
  at: Date
  points: number
  firstId: number
  lastId: number
  read: number
}

/** A page of what moved in a member's wallet, newest first; nothing without a wallet. */
export const pointHistory = async (
  db: Db,
  memberId: string,
  { beforeId = Number.MAX_SAFE_INTEGER, limit }: { beforeId?: number | undefined; limit: number },
): Promise<{ movements: PointMovement[]; next: number | null }> => {
  const { rows } = await sql<LineRow>`
    with moved as (
      select t.id, t.created_at, e.amount, t.reference,
        case when t.purpose in ('purchaseBonus', 'firstPurchase') then 'purchase' else t.purpose end as purpose
      from account a
      cross join lateral (
        select e.transfer_id, e.amount from entry e
        where e.account_id = a.id and e.transfer_id < ${beforeId} order by e.transfer_id desc limit ${transfersReadMax}
      ) e
      join transfer t on t.id = e.transfer_id
      where a.kind = 'wallet' and a.owner_id = ${memberId})
    select purpose, max(reference) as reference, max(created_at) as at, sum(amount)::bigint as points,
      min(id) as "firstId", max(id) as "lastId", (sum(count(*)) over ())::bigint as read
    from moved
    group by purpose, case when purpose in ('call', 'sideWatch', 'liveCall', 'pointBack', 'purchase') then reference else id::text end
    order by max(id) desc`.execute(db)
  const { lines, next } = pageOfHistory(rows, limit, (rows[0]?.read ?? 0) >= transfersReadMax)
  return { movements: lines.map(movementOf), next }
}

/** Of transfers that refer to a call and its receipt. */
const callPurposes: ReadonlySet<string> = new Set(['call', 'sideWatch', 'liveCall', 'pointBack'])

/** Payments for an item of the gallery, each with a receipt by the payment's own id. */
const galleryPurposes: ReadonlySet<string> = new Set(['gallery', 'galleryRequest'])

const movementOf = ({ purpose, reference, at, points, lastId }: LineRow): PointMovement => ({
  id: lastId,
  purpose,
  at: at.toISOString(),
  points,
  callId: callPurposes.has(purpose) ? reference : null,
  orderId: purpose === 'purchase' ? reference : null,
  galleryReceiptId: galleryPurposes.has(purpose) ? lastId : null,
})
