import { expect } from 'vitest'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { dueCallIds } from '#server/calls/queries.ts'
import { roomAliases } from '#server/live/flow/entries.ts'
import { tickRooms } from '#server/live/media/live-runtime.ts'
import { newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'

/** The steps of live tests, over HTTP and the fake media server. */
export const liveSteps = (world: () => TestWorld) => {
  const start = (
    broadcaster: Person,
    roomId: string,
    change: { watch?: number; call?: number | null } = {},
  ) =>
    broadcaster.request('startLive', {
      ...{ roomId, title: '夜のおしゃべり', tags: ['雑談'], source: 'browser' },
      rates: { watch: change.watch ?? 200, call: change.call === undefined ? 300 : change.call },
    })
  const enter = (
    watcher: Person,
    roomId: string,
    change: { callId?: string; rate?: number; spendCap?: number | null; isFreeLook?: boolean } = {},
  ) =>
    watcher.request('enterLive', {
      callId: change.callId ?? newCallId(),
      roomId,
      expectedRatePointsPerMin: change.rate ?? 200,
      spendCap: change.spendCap ?? null,
      isFreeLook: change.isFreeLook ?? false,
    })
  const age = async (table: 'call' | 'live_room', id: string, seconds: number) => {
    const { sql } = world().database
    const columns =
      table === 'call'
        ? [
            'requested_at',
            'accepted_at',
            'caller_away_since',
            'broadcaster_away_since',
            'server_away_since',
            'deadline_at',
          ]
        : ['started_at', 'began_at', 'media_gone_since', 'server_away_since', 'ends_at', 'deadline_at']
    for (const column of columns)
      await sql`update ${sql(table)} set ${sql(column)} = ${sql(column)} - make_interval(secs => ${seconds}) where id = ${id}`
  }
  return {
    start,
    enter,
    /** A broadcaster whose media arrives in a room. */
    room: async (change: { watch?: number; call?: number | null } = {}) => {
      const broadcaster = await world().broadcaster()
      const roomId = newCallId()
      expect(await start(broadcaster, roomId, change)).toMatchObject({ type: 'success' })
      world().media.publishes(roomId, true)
      await world().settled()
      return { broadcaster, roomId }
    },
    /** Somebody who watches, with media that flows after the free look. */
    watcher: async (roomId: string, points = 3_000, spendCap: number | null = null, rate = 200) => {
      const watcher = await world().caller(points)
      const callId = newCallId()
      expect(await enter(watcher, roomId, { callId, spendCap, rate })).toMatchObject({ type: 'success' })
      world().media.connect(callId)
      await world().settled()
      return { watcher, callId }
    },
    /** Makes the database's clock seem later to this room and the calls in it. */
    ageRoom: async (roomId: string, seconds: number) => {
      const { context, database } = world()
      await age('live_room', roomId, seconds)
      for (const { id } of await database.sql<
        { id: string }[]
      >`select id from call where live_room_id = ${roomId}`)
        await age('call', id, seconds)
      await tickRooms(context)
      for (const id of await dueCallIds(context.db)) await applyEvent(context, id, { type: 'tick' })
    },
    /** What puts this watcher out of the room. */
    kick: (roomId: string, person: Person) =>
      ({ type: 'kick', alias: roomAliases(world().context.secret, roomId).of(person.id) }) as const,
    stateOf: async (broadcaster: Person, viewer: Person) => {
      const answer = await viewer.request('getUserInfForWeb', { userId: broadcaster.id })
      return answer.type === 'success' ? answer.user.state : answer.code
    },
    endOf: async (person: Person, callId: string) => {
      const answer = await person.request('getCall', { callId })
      return answer.type === 'success' ? answer.call.endReason : answer.code
    },
    pointOf: async (person: Person) => {
      const answer = await person.request('getMyPoint', {})
      return answer.type === 'success' ? answer.point : null
    },
    receiptOf: async (person: Person, callId: string) => {
      const answer = await person.request('getReceipt', { callId })
      if (answer.type === 'error') throw new Error(answer.code)
      return answer.receipt
    },
  }
}
