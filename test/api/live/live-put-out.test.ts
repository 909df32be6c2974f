import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { releaseLeftOrders } from '#server/live/flow/actions/settle-orders.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { flowSteps } from './flow-world.ts'
import { liveSteps } from './live-steps.ts'

let world: TestWorld
const { watched, comment, give, pointsOf, flowDefects } = flowSteps(() => world)
const { enter, kick, room } = liveSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  await world.database.sql`update live_flow_setting set has_devices = true`
})
afterEach(async () => {
  expect(await flowDefects()).toEqual([])
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

/** Returns when a request waits for a lock that the test holds. */
const someoneWaits = () =>
  expect
    .poll(async () => {
      const [row] = await world.database.sql`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return row?.waiting
    })
    .toBeGreaterThan(0)

/** A request that comes while the member is being put out: the bar is stored, and not committed before it waits. */
const besideBar = async <Answer>(
  roomId: string,
  { id }: Person,
  request: () => Promise<Answer>,
): Promise<Answer> => {
  const [answer] = await world.database.sql.begin(async (lock) => {
    await lock`select from live_room where id = ${roomId} for no key update`
    await lock`insert into live_ban (room_id, member_id) values (${roomId}, ${id})`
    const asked = request()
    await someoneWaits()
    return [asked]
  })
  return answer as Answer
}

const withMenu = async () => {
  const made = await watched()
  const menuId = randomUUID()
  await made.broadcaster.request('saveMyLiveMenu', {
    items: [{ menuId, name: 'ゆらゆら', points: 100, seconds: 10 }],
  })
  const buy = () =>
    made.caller.request('payLovenseMenuPoint', {
      ...{ roomId: made.roomId, orderId: randomUUID(), menuId, expectedPoints: 100, isAnonymous: false },
    })
  return { ...made, buy }
}

it('a call that begins while its caller is put out is found and ended', async () => {
  const { broadcaster, caller, roomId } = await watched()
  const callId = randomUUID()
  const { sql } = world.database
  const [putOut] = await sql.begin(async (placing) => {
    await placing`select lock_running_live_room(${roomId})`
    const asked = broadcaster.request('moderateLive', { roomId, action: kick(roomId, caller) })
    await someoneWaits()
    await placing`
      insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, origin, live_room_id)
      values (${callId}, 'video', ${caller.id}, ${broadcaster.id}, ${caller.id}, 300, 'ringing', 'live', ${roomId})`
    return [asked]
  })
  expect(await putOut).toEqual({ type: 'success' })
  expect(await sql`select id from call where live_room_id = ${roomId} and phase <> 'ended'`).toEqual([])
})

it('nobody enters who is put out in the same moment', async () => {
  const { roomId } = await room()
  const caller = await world.caller(1_000)
  expect(await besideBar(roomId, caller, () => enter(caller, roomId))).toMatchObject({ code: 'liveKicked' })
})

it('nobody pays who is put out in the same moment', async () => {
  for (const pay of ['comment', 'present', 'menu'] as const) {
    const { caller, roomId, buy } = await withMenu()
    const ways = { comment: () => comment(caller, roomId), present: () => give(caller, roomId), menu: buy }
    const answer = await besideBar<object>(roomId, caller, ways[pay])
    expect([pay, answer]).toMatchObject([pay, { code: 'liveNotWatching' }])
    expect([pay, await pointsOf(caller)]).toEqual([pay, 1_000])
  }
})

it('what the member had ordered before is released, also when the process died after the bar', async () => {
  const { caller, roomId, buy } = await withMenu()
  expect(await buy()).toMatchObject({ type: 'success' })
  expect(await releaseLeftOrders(world.context)).toBe(0)
  await world.database.sql`insert into live_ban (room_id, member_id) values (${roomId}, ${caller.id})`
  expect(await releaseLeftOrders(world.context)).toBe(1)
  expect(await pointsOf(caller)).toBe(1_000)
})
