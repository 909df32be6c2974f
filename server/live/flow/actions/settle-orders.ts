import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { adultAge, isUnderAge } from '#domain/account/birth-date.ts'
import { decideMenuOrder, type MenuOrderEvent, type MenuOrderState } from '#domain/live/menu-order.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { birthDateOf, isAnyClosed } from '#server/members/queries.ts'
import { captureHold, releaseHold } from '#server/points/ledger/ledger.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { addToGoal, publishQueue } from '../post-entry.ts'

/** The orders of one room that are settled now. */
interface Which {
  roomId: string
  orderId?: string
}

interface OrderRow {
  id: string
  room_id: string
  member_id: string
  broadcaster_id: string
  hold_id: number
  points: number
  state: MenuOrderState
}

/**
 * The one place where a bought menu item ends: captured when it is acknowledged, released in every other way. Across a
 * block, and after its buyer has left or stated an age under 18, an order is released even when it is acknowledged. Locks the order, then the
 * accounts, then the room.
 *
 * Refuses: notFound (no such order in this room), liveOrderGone (it has ended before, or its hold has).
 */
export const settleOrder = (
  context: Context,
  { roomId, orderId }: Required<Which>,
  event: MenuOrderEvent,
): Promise<MenuOrderState | Refusal<'notFound' | 'liveOrderGone'>> =>
  inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, roomId, orderId)
    if (!order) return refuse('notFound')
    const decided = decideMenuOrder(order.state, (await isBetweenTwo(context, tx, order)) ? event : 'release')
    if (isRefusal(decided)) return decided
    const state = decided.effect === 'capture' ? await capture(tx, order) : await release(tx, order, decided)
    await tx
      .updateTable('live_menu_order')
      .set({ state, closed_at: sql`clock_timestamp()` })
      .where('id', '=', orderId)
      .execute()
    await lockRoom(tx, roomId)
    if (state === 'done')
      await addToGoal(context, tx, { roomId, memberId: order.member_id, points: order.points, quantity: 1 })
    await publishQueue(context, tx, roomId)
    await context.events.publish(tx, { type: 'point:changed', memberId: order.member_id })
    return state
  })

/**
 * Each order in a transaction of its own. One that fails holds up no other: it is logged, and the loop of the menus tries it
 * again. Returns how many were released.
 */
const releaseEach = async (context: Context, orders: readonly Required<Which>[]): Promise<number> => {
  let released = 0
  for (const order of orders) {
    const settled = await settleOrder(context, order, 'release').catch((error: unknown) => {
      context.log.error('menu-order-not-released', { ...order, error })
      return null
    })
    if (settled !== null && !isRefusal(settled)) released += 1
  }
  return released
}

/** Releases what waits: in a room, of one member, or of one member in a room. */
export const releaseOrders = async (
  context: Context,
  of: { roomId: string; memberId?: string } | { roomId?: never; memberId: string },
): Promise<number> => {
  const { roomId, memberId } = of
  const waiting = await context.db
    .selectFrom('live_menu_order')
    .select(['room_id as roomId', 'id as orderId'])
    .where('state', '=', 'waiting')
    .$if(roomId !== undefined, (query) => query.where('room_id', '=', roomId ?? ''))
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? ''))
    .orderBy('at')
    .execute()
  return releaseEach(context, waiting)
}

/**
 * Releases what was left behind: in rooms that have ended or whose menu is paused, across a block, and of buyers who
 * left, were put out or stated an age under 18. Returns how many orders.
 */
export const releaseLeftOrders = async (context: Context): Promise<number> => {
  const { rows } = await sql<Required<Which>>`
    select o.room_id as "roomId", o.id as "orderId" from live_menu_order o
    join live_room r on r.id = o.room_id join member m on m.id = o.member_id
    where o.state = 'waiting' and (r.ended_at is not null or r.is_menu_paused or m.role = 'closed'
      or m.born_on > ((now() at time zone 'Asia/Tokyo') - make_interval(years => ${adultAge}::int))::date or exists (
      select from blocked_pair b where b.member_id = o.member_id and b.partner_id = r.broadcaster_id) or exists (
      select from live_ban x where x.room_id = o.room_id and x.member_id = o.member_id))
    order by o.at`.execute(context.db)
  return releaseEach(context, rows)
}

const isBetweenTwo = async (
  { now }: Context,
  tx: Tx,
  { member_id: buyerId, broadcaster_id: broadcasterId }: OrderRow,
): Promise<boolean> =>
  !(await isBlockedPair(tx, buyerId, broadcasterId)) &&
  !(await isAnyClosed(tx, [buyerId])) &&
  !isUnderAge(await birthDateOf(tx, buyerId), now())

const lockOrder = async (tx: Tx, roomId: string, orderId: string): Promise<OrderRow | null> => {
  const { rows } = await sql<OrderRow>`
    select o.id, o.room_id, o.member_id, r.broadcaster_id, o.hold_id, o.points, o.state
    from live_menu_order o join live_room r on r.id = o.room_id
    where o.id = ${orderId} and o.room_id = ${roomId} for update of o`.execute(tx)
  return rows[0] ?? null
}

/** Entries and goals of a room change under its lock; it is taken after the accounts'. */
const lockRoom = async (tx: Tx, roomId: string): Promise<void> => {
  await sql`select from live_room r where r.id = ${roomId} for no key update`.execute(tx)
}

/** A hold that has expired can't be captured: the order is released. */
const capture = async (tx: Tx, order: OrderRow): Promise<MenuOrderState> => {
  const paid = await captureHold(tx, {
    key: 'liveMenu',
    holdId: order.hold_id,
    payeeId: order.broadcaster_id,
    points: order.points,
    purpose: 'liveMenu',
  })
  if (!isRefusal(paid)) return 'done'
  if (paid.refused === 'holdGone') return 'released'
  throw new Error(`menu order ${order.id} was captured with other figures`)
}

const release = async (
  tx: Tx,
  order: OrderRow,
  { state }: { state: MenuOrderState },
): Promise<MenuOrderState> => {
  await releaseHold(tx, order.hold_id)
  return state
}
