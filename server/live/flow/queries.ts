import { sql } from 'kysely'
import type { FlowState, MenuOrder, Present } from '#contract/live/flow.ts'
import type { FlowSetting } from '#contract/live/operator.ts'
import { goalBonus } from '#domain/live/goal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { entryBySeq, type FlowSource } from './entries.ts'

/** What operators set for the flow of all rooms. */
export const flowSetting = async (db: Db | Tx): Promise<FlowSetting> => {
  const row = await db.selectFrom('live_flow_setting').selectAll().executeTakeFirstOrThrow()
  return {
    commentPoints: row.comment_points,
    goalBonusMax: row.goal_bonus_max,
    goalBonusPercent: row.goal_bonus_percent,
    hasDevices: row.has_devices,
  }
}

/** The refused words, folded for the comparison. */
export const refusedWords = async (db: Db | Tx): Promise<string[]> =>
  (await db.selectFrom('live_refused_word').select('folded').execute()).map(({ folded }) => folded)

interface StateRow {
  pinned_seq: number | null
  slow_mode_sec: number
  is_menu_paused: boolean
  next_seq: number
  id: string | null
  name: string
  unit: 'count' | 'points'
  target: number
  done: number
  is_reached: boolean
  bonus_points: number
  bonus_percent: number
}

/** The state of a room's flow, and the number of its newest entry (0: none). */
export const flowStateOf = async (
  source: FlowSource,
  roomId: string,
): Promise<{ state: FlowState; newest: number }> => {
  const { rows } = await sql<StateRow>`
    select r.pinned_seq, r.slow_mode_sec, r.is_menu_paused, r.next_seq, g.id, g.name, g.unit, g.target, g.done,
      g.reached_at is not null as is_reached, g.bonus_points, g.bonus_percent
    from live_room r left join live_goal g on g.room_id = r.id and g.closed_at is null
    where r.id = ${roomId}`.execute(source.db)
  const row = rows[0]
  if (!row) throw new Error(`room ${roomId} vanished`)
  const pinned = row.pinned_seq === null ? null : await entryBySeq(source, roomId, row.pinned_seq)
  const state: FlowState = {
    pinned: pinned && pinned.text !== '' ? pinned : null,
    slowModeSec: row.slow_mode_sec,
    isMenuPaused: row.is_menu_paused,
    goal:
      row.id === null
        ? null
        : {
            goalId: row.id,
            name: row.name,
            unit: row.unit,
            target: row.target,
            done: row.done,
            isReached: row.is_reached,
            bonusPoints: row.bonus_points,
            bonusPercent: row.bonus_percent,
          },
  }
  return { state, newest: row.next_seq - 1 }
}

/** A member's bonus of the goal that is in the room and was reached; null where there is none. */
export const bonusOf = async (
  db: Db | Tx,
  roomId: string,
  memberId: string,
): Promise<{ points: number; isReceived: boolean } | null> => {
  const { rows } = await sql<{
    given: number
    received: number | null
    bonus_points: number
    bonus_percent: number
  }>`
    select p.points as given, p.bonus_points as received, g.bonus_points, g.bonus_percent
    from live_goal g join live_goal_part p on p.goal_id = g.id and p.member_id = ${memberId}
    where g.room_id = ${roomId} and g.closed_at is null and g.reached_at is not null`.execute(db)
  const row = rows[0]
  if (!row) return null
  const terms = { bonusPoints: row.bonus_points, bonusPercent: row.bonus_percent }
  const points = row.received ?? goalBonus(terms, row.given)
  return points > 0 ? { points, isReceived: row.received !== null } : null
}

/** The presents on sale, in the operators' order among those of one price. */
export const presentsOnSale = async (db: Db | Tx): Promise<Present[]> => {
  const rows = await db
    .selectFrom('live_present')
    .select(['id', 'name', 'points', 'picture'])
    .where('is_on_sale', '=', true)
    .orderBy('points')
    .orderBy('position')
    .execute()
  return rows.map(({ id, name, points, picture }) => ({
    presentId: id,
    name,
    points,
    picture: `/presents/${picture}`,
  }))
}

interface OrderRow {
  id: string
  menu_id: string
  name: string
  points: number
  state: MenuOrder['state']
  at: Date
  member_id: string
  member_name: string | null
}

/** The orders that wait in a room, oldest first; buyers without a name are those who want none, and blocked ones. */
export const queueOf = async (db: Db | Tx, roomId: string, viewerId: string | null): Promise<MenuOrder[]> => {
  const { rows } = await sql<OrderRow>`
    select o.id, o.menu_id, o.name, o.points, o.state, o.at, o.member_id,
      case when not o.is_anonymous and not exists (
        select from blocked_pair b where b.member_id = r.broadcaster_id and b.partner_id = o.member_id
      ) then m.name end as member_name
    from live_menu_order o join live_room r on r.id = o.room_id join member m on m.id = o.member_id
    where o.room_id = ${roomId} and o.state = 'waiting' order by o.at, o.id`.execute(db)
  return rows.map((row) => orderOf(row, viewerId))
}

/** One order as its buyer sees it. */
export const orderById = async (
  db: Db | Tx,
  orderId: string,
  viewerId: string,
): Promise<MenuOrder | null> => {
  const { rows } = await sql<OrderRow>`
    select o.id, o.menu_id, o.name, o.points, o.state, o.at, o.member_id,
      case when not o.is_anonymous then m.name end as member_name
    from live_menu_order o join member m on m.id = o.member_id where o.id = ${orderId}`.execute(db)
  return rows[0] ? orderOf(rows[0], viewerId) : null
}

const orderOf = (row: OrderRow, viewerId: string | null): MenuOrder => ({
  orderId: row.id,
  menuId: row.menu_id,
  name: row.name,
  points: row.points,
  state: row.state,
  at: row.at.toISOString(),
  memberName: row.member_name,
  isMine: row.member_id === viewerId,
})
