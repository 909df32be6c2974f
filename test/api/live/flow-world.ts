import { randomUUID } from 'node:crypto'
import type { FlowEntry } from '#contract/live/flow.ts'
import { roomAliases } from '#server/live/flow/entries.ts'
import { earningsOf } from '#server/points/queries.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'

/** Rooms and visits as rows, without media: what the flow sees of them. */
export const flowSteps = (world: () => TestWorld) => {
  const sql = () => world().database.sql

  const room = async (broadcaster: Person): Promise<string> => {
    const id = randomUUID()
    await sql()`insert into live_room (id, broadcaster_id, title, source, watch_points_per_min)
      values (${id}, ${broadcaster.id}, '弾き語りの夜', 'browser', 200)`
    return id
  }

  /** A running visit. @returns the id of its call */
  const watch = async (roomId: string, watcher: Person, spendCap: number | null = null): Promise<string> => {
    const id = randomUUID()
    await sql()`
      insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at, origin,
        live_room_id, spend_cap)
      select ${id}, 'video', ${watcher.id}, r.broadcaster_id, ${watcher.id}, 200, 'inCall', now(), 'sideWatch', r.id, ${spendCap}
      from live_room r where r.id = ${roomId}`
    return id
  }

  /** A live call that rings. @returns its id */
  const ringLive = async (roomId: string, caller: Person): Promise<string> => {
    const id = randomUUID()
    await sql()`
      insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, origin, live_room_id)
      select ${id}, 'video', ${caller.id}, r.broadcaster_id, ${caller.id}, 300, 'ringing', 'live', r.id
      from live_room r where r.id = ${roomId}`
    return id
  }

  const endRoom = async (roomId: string): Promise<void> => {
    await sql()`update live_room set ended_at = now(), end_reason = 'byBroadcaster', deadline_at = null where id = ${roomId}`
  }

  const comment = (watcher: Person, roomId: string, more: { commentId?: string; text?: string } = {}) =>
    watcher.request('paySecondSideWatchChatPoint', {
      ...{ roomId, commentId: randomUUID(), text: 'こんばんは', expectedPoints: 20 },
      ...more,
    })

  const give = (
    watcher: Person,
    roomId: string,
    more: { giftId?: string; presentId?: string; quantity?: number; expectedPoints?: number } = {},
  ) =>
    watcher.request('payPresentMenuPoint', {
      ...{ roomId, giftId: randomUUID(), presentId: 'flower', quantity: 1, expectedPoints: 50 },
      ...more,
    })

  const entries = async (viewer: Person, roomId: string): Promise<FlowEntry[]> => {
    const flow = await viewer.request('getLiveFlow', { roomId })
    if (flow.type === 'error') throw new Error(flow.code)
    return flow.entries
  }

  return {
    room,
    ringLive,
    watch,
    /** A room with one watcher. */
    watched: async (points = 1_000, spendCap: number | null = null) => {
      const broadcaster = await world().broadcaster()
      const caller = await world().caller(points)
      const roomId = await room(broadcaster)
      return { broadcaster, caller, roomId, callId: await watch(roomId, caller, spendCap) }
    },
    endRoom,
    comment,
    give,
    entries,
    /** The member in this room, as its pages know the member. */
    aliasOf: (roomId: string, person: Person) => roomAliases(world().context.secret, roomId).of(person.id),
    /** What the member may spend now: what is held isn't part of it. */
    pointsOf: async (person: Person): Promise<number> => {
      const [row] = await sql()`
        select (balance - held)::int as points from account where kind = 'wallet' and owner_id = ${person.id}`
      return row?.points
    },
    earnedBy: async (person: Person) => (await earningsOf(world().context.db, person.id)).point,
    flowDefects: async () => [...(await sql()`select * from live_flow_check`)],
  }
}

/** Asks so many times at once. */
export const times = <Answer>(count: number, request: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, request))
