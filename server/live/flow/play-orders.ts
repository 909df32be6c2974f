import { sql } from 'kysely'
import { isRefusal } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { settleOrder } from './actions/settle-orders.ts'

interface ClaimedOrder {
  id: string
  room_id: string
  broadcaster_id: string
  seconds: number
}

/** Orders of one round, each of another room. */
const perRound = 20

/**
 * Has the devices carry out what waits, in each room one after the other and not before the one before is over, and
 * acknowledges what they accepted. An order that a device didn't take waits for the broadcaster's own answer; it is
 * tried once. Any process may run it: an order is claimed before its device is asked.
 *
 * @returns how many devices were asked
 */
export const playOrders = async (context: Context): Promise<number> => {
  const { toys } = context
  if (!toys) return 0
  const { rows } = await sql<ClaimedOrder>`
    update live_menu_order o set played_at = clock_timestamp()
    from live_room r
    where r.id = o.room_id and o.id in (
      select first.id from (
        select distinct on (x.room_id) x.id, x.room_id, x.played_at from live_menu_order x
        where x.state = 'waiting' and x.played_at is null order by x.room_id, x.at
      ) first
      where not exists (
        select from live_menu_order busy where busy.room_id = first.room_id
          and busy.played_at + make_interval(secs => busy.seconds) > clock_timestamp())
      limit ${perRound}
    ) and o.played_at is null and o.state = 'waiting' and r.ended_at is null and not r.is_menu_paused
      and exists (select from live_flow_setting f where f.has_devices)
    returning o.id, o.room_id, r.broadcaster_id, o.seconds`.execute(context.db)
  await Promise.all(
    rows.map(async ({ id, room_id: roomId, broadcaster_id: broadcasterId, seconds }) => {
      const answer = await toys.play({ broadcasterId, seconds })
      if (answer !== 'played') {
        context.log.info('toy-not-played', { orderId: id, answer })
        return
      }
      const settled = await settleOrder(context, { roomId, orderId: id }, 'acknowledge')
      if (isRefusal(settled)) context.log.info('toy-order-gone', { orderId: id })
    }),
  )
  return rows.length
}
