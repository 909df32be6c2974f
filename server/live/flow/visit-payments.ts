import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { VisitPayment } from '#contract/live/rooms.ts'
import { findCall, roleIn } from '#server/calls/call-record.ts'
import type { Db } from '#server/db/database.ts'
import { type Payment, paymentsWithReference } from '#server/points/payments-with-reference.ts'

const purposes = ['liveComment', 'livePresent', 'liveMenu'] as const
const kinds = { liveComment: 'comment', livePresent: 'present', liveMenu: 'menu' } as const

interface Thing {
  kind: VisitPayment['kind']
  name: string
  quantity: number
  isAnonymous: boolean
}

/**
 * What was paid in a visit or a live call beside its meter: the ledger's payments, one line a name. The broadcaster, who
 * knows whose it was, reads nothing of the orders without a name. Refuses: notFound (nobody's, or another pair's).
 */
export const visitPayments = async (
  db: Db,
  callId: string,
  memberId: string,
): Promise<VisitPayment[] | Refusal<'notFound'>> => {
  const call = await findCall(db, callId)
  const role = call && roleIn(call, memberId)
  if (!role || call.liveRoomId === null) return refuse('notFound')
  const [entries, orders, ...paid] = await Promise.all([
    db
      .selectFrom('live_entry')
      .select(['id', 'kind', 'item_name', 'quantity'])
      .where('call_id', '=', callId)
      .execute(),
    db
      .selectFrom('live_menu_order')
      .select(['hold_id', 'name', 'is_anonymous'])
      .where('call_id', '=', callId)
      .execute(),
    ...purposes.map((purpose) => paymentsWithReference(db, callId, purpose)),
  ])
  const entryById = new Map(entries.map((entry) => [entry.id, entry]))
  const orderByHold = new Map(orders.map((order) => [order.hold_id, order]))
  const thingOf = (purpose: (typeof purposes)[number], { key, holdId }: Payment): Thing => {
    const entry = entryById.get(key.split(':').at(-1) ?? '')
    const order = holdId === null ? undefined : orderByHold.get(holdId)
    return {
      kind: kinds[purpose],
      name: order?.name ?? entry?.item_name ?? '',
      quantity: entry?.quantity ?? 1,
      isAnonymous: order?.is_anonymous ?? false,
    }
  }
  const lines = new Map<string, VisitPayment>()
  for (const [index, payments] of paid.entries()) {
    for (const payment of payments) {
      const { isAnonymous, ...thing } = thingOf(purposes[index] ?? 'liveComment', payment)
      if (role === 'broadcaster' && isAnonymous) continue
      const key = `${thing.kind} ${thing.name}`
      const line = lines.get(key) ?? { ...thing, quantity: 0, points: 0 }
      line.quantity += thing.quantity
      line.points += role === 'caller' ? payment.points : payment.earned
      lines.set(key, line)
    }
  }
  return [...lines.values()]
}
