import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { MenuOrder } from '#contract/live/flow.ts'
import { decideQueue } from '#domain/live/menu-order.ts'
import { decideInRoom, decidePrice } from '#domain/live/payment.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { placeHold } from '#server/points/ledger/ledger.ts'
import { lockVisit } from '#server/points/metering/spend-cap.ts'
import { myPoint } from '#server/points/my-point.ts'
import { passOnFunding } from '../../media/pass-on-funding.ts'
import { roomFacts } from '../flow-facts.ts'
import { menuItem } from '../menu.ts'
import { refusalOfPost, type Visit, withinSpendCap } from '../pay-in-room.ts'
import { postEntry, publishQueue } from '../post-entry.ts'
import { flowSetting, orderById } from '../queries.ts'

type OrderRefusal =
  | 'notFound'
  | 'liveOver'
  | 'liveNotWatching'
  | 'liveMuted'
  | 'insufficientPoints'
  | 'livePriceChanged'
  | 'idempotencyMismatch'
  | 'liveSpendCap'
  | 'liveMenuPaused'
  | 'liveMenuFull'

interface OrderInput {
  roomId: string
  orderId: string
  menuId: string
  expectedPoints: number
  isAnonymous: boolean
}

/**
 * No room is open longer than a day, so no order waits longer either. The hold outlives its order: what is left behind
 * is released by the order's own ways.
 */
const holdSeconds = 36 * 3_600

/** Holds the points of a menu item and queues it, once per client-made id. */
export const buyMenuItem = async (
  context: Context,
  { memberId }: Viewer,
  input: OrderInput,
): Promise<{ order: MenuOrder; point: number } | Refusal<OrderRefusal>> => {
  const { db } = context
  const known = await db
    .selectFrom('live_menu_order')
    .select(['member_id', 'room_id', 'menu_id', 'is_anonymous'])
    .where('id', '=', input.orderId)
    .executeTakeFirst()
  if (!known) {
    const refused = await order(context, memberId, input)
    if (refused) return refused
  } else if (
    known.member_id !== memberId ||
    known.room_id !== input.roomId ||
    known.menu_id !== input.menuId ||
    known.is_anonymous !== input.isAnonymous
  ) {
    return refuse('idempotencyMismatch')
  }
  const made = await orderById(db, input.orderId, memberId)
  if (!made) throw new Error(`menu order ${input.orderId} vanished`)
  return { order: made, point: await myPoint(context, memberId) }
}

const order = async (
  context: Context,
  memberId: string,
  input: OrderInput,
): Promise<null | Refusal<OrderRefusal>> => {
  const { db } = context
  const facts = await roomFacts(db, input.roomId, memberId)
  if (!facts) return refuse('notFound')
  const { callId } = facts
  const refusal = decideInRoom(facts)
  if (refusal) return refusal
  if (callId === null) return refuse('liveNotWatching')
  const item = await menuItem(db, facts.broadcasterId, input.menuId)
  if (!item) return refuse('livePriceChanged')
  const wrongPrice = decidePrice(item.points, input.expectedPoints)
  if (wrongPrice) return wrongPrice
  const refused = await inTransaction(db, (tx) =>
    holdAndQueue(context, tx, { visit: { ...facts, callId }, memberId, item, input }),
  )
  if (!refused && facts.spendCap !== null) await passOnFunding(context, callId)
  return refused
}

interface Queued {
  visit: Visit
  memberId: string
  item: { menuId: string; name: string; points: number; seconds: number }
  input: OrderInput
}

/** The wallet is locked first, then the room; the queue is counted under the room's lock. */
const holdAndQueue = async (
  context: Context,
  tx: Tx,
  { visit, memberId, item, input }: Queued,
): Promise<null | Refusal<OrderRefusal>> => {
  const { roomId, orderId, isAnonymous } = input
  const { menuId, name, points, seconds } = item
  await lockVisit(tx, visit.callId)
  const held = await placeHold(tx, {
    key: `liveMenu:${orderId}`,
    memberId,
    points,
    validSeconds: holdSeconds,
    reference: visit.callId,
  })
  if (isRefusal(held)) return held
  // Another device was quicker with the same order, and this hold is that one.
  if (held.isRepeat) return null
  const overCap = await withinSpendCap(tx, visit, points)
  if (overCap) return overCap
  const posted = await postEntry(context, tx, {
    ...{ id: orderId, roomId, kind: 'menu', memberId, callId: visit.callId, points, isAnonymous },
    item: { id: menuId, name, quantity: 1 },
  })
  const refused = refusalOfPost(posted.status)
  if (refused) {
    if (refused.refused === 'liveSlowMode') throw new Error('slow mode held a menu order')
    return refuse(refused.refused)
  }
  if (posted.status === 'repeat') return refuse('idempotencyMismatch')
  const full = decideQueue(await queueFacts(tx, roomId))
  if (full) return full
  await tx
    .insertInto('live_menu_order')
    .values({
      ...{ id: orderId, room_id: roomId, member_id: memberId, call_id: visit.callId, menu_id: menuId },
      ...{ name, points, seconds, is_anonymous: isAnonymous, hold_id: held.holdId },
    })
    .execute()
  await publishQueue(context, tx, roomId)
  await context.events.publish(tx, { type: 'point:changed', memberId })
  return null
}

const queueFacts = async (tx: Tx, roomId: string) => {
  const { rows } = await sql<{ is_paused: boolean; waiting: number }>`
    select r.is_menu_paused as is_paused,
      (select count(*)::int from live_menu_order o where o.room_id = r.id and o.state = 'waiting') as waiting
    from live_room r where r.id = ${roomId}`.execute(tx)
  const { hasDevices } = await flowSetting(tx)
  return { isPaused: rows[0]?.is_paused ?? true, waiting: rows[0]?.waiting ?? 0, hasDevices }
}
