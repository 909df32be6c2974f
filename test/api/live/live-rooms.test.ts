import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeCallsAndRooms } from '#server/live/actions/close-calls-and-rooms.ts'
import { endRoomsOfEndedSessions } from '#server/live/media/live-runtime.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { liveSteps } from './live-steps.ts'

let world: TestWorld
const { ageRoom, room, start, stateOf, watcher } = liveSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const endOfRoom = async (broadcaster: Person, roomId: string) => {
  const answer = await broadcaster.request('getLiveSummary', { roomId })
  return answer.type === 'success' ? answer.summary.endReason : answer.code
}

describe('a live room', () => {
  it('is opened once, shows when its media arrives, and keeps every other call away until it ends', async () => {
    const broadcaster = await world.broadcaster()
    const caller = await world.caller()
    const roomId = newCallId()
    expect(await start(broadcaster, roomId)).toMatchObject({
      type: 'success',
      channel_id: roomId,
      live: { isOnAir: false, room: { roomId, rates: { watch: 200, call: 300 }, watchers: 0 } },
    })
    expect(await start(broadcaster, roomId)).toMatchObject({ type: 'success' })
    expect(await start(broadcaster, newCallId())).toMatchObject({ code: 'callAlreadyInCall' })
    const other = await world.broadcaster()
    expect(await start(other, roomId)).toMatchObject({ code: 'idempotencyMismatch' })
    expect(await stateOf(broadcaster, caller)).toBe('inCall')

    world.media.publishes(roomId, true)
    await world.settled()
    expect(await stateOf(broadcaster, caller)).toBe('live')
    expect(await caller.request('getRecommendedLiveUsers', {})).toMatchObject({
      users: [{ id: broadcaster.id }],
    })
    expect(await broadcaster.request('getMyLive', {})).toMatchObject({ live: { isOnAir: true } })
    const callId = newCallId()
    expect(
      await caller.request('sendCallRequest', { callId, partnerId: broadcaster.id, callType: 'video' }),
    ).toMatchObject({ code: 'callPartnerBusy' })
    // Who is live waits longest, and a random call rings the other one.
    const random = newCallId()
    expect(await caller.request('requestRandomCall', { callId: random })).toMatchObject({
      matched: { call: { partner: { id: other.id } } },
    })
    await caller.request('cancelRandomCall', { callId: random })

    expect(await broadcaster.request('endLive', { roomId })).toMatchObject({
      summary: { endReason: 'byBroadcaster', earned: { watch: 0 } },
    })
    expect(await broadcaster.request('endLive', { roomId })).toMatchObject({ type: 'success' })
    expect(await stateOf(broadcaster, caller)).toBe('standby')
    expect(world.media.rooms.has(roomId)).toBe(false)
    expect(await broadcaster.request('joinLive', { roomId })).toMatchObject({ code: 'liveOver' })
    expect(await broadcaster.request('getMyLive', {})).toMatchObject({
      live: null,
      last: { title: '夜のおしゃべり', rates: { watch: 200, call: 300 } },
    })
  })

  it('is opened by broadcasters alone, within the bounds, without contact details', async () => {
    const broadcaster = await world.broadcaster()
    expect(await start(await world.caller(), newCallId())).toMatchObject({ code: 'forbidden' })
    expect(await start(broadcaster, newCallId(), { watch: 205 })).toMatchObject({ code: 'rateOutOfBounds' })
    expect(await start(broadcaster, newCallId(), { call: 2_000 })).toMatchObject({ code: 'rateOutOfBounds' })
    const named = (title: string, tags: string[] = []) =>
      broadcaster.request('startLive', {
        ...{ roomId: newCallId(), title, tags, source: 'browser', rates: { watch: 200, call: null } },
      })
    await world.database.sql`insert into live_refused_word (word, folded) values ('ばか', 'ばか')`
    for (const [title, tags, code] of [
      ['09012345678に電話して', [], 'contactRefused'],
      ['夜の雑談', ['09012345678'], 'contactRefused'],
      ['バ カ', [], 'contactRefused'],
      ['夜の雑談', ['バカ'], 'contactRefused'],
      ['あ'.repeat(41), [], 'badInput'],
      ['夜の雑談', ['あ'.repeat(13)], 'badInput'],
      ['夜の雑談', ['一', '二', '三', '四'], 'badInput'],
      ['　', [], 'badInput'],
    ] as const)
      expect([title, tags, await named(title, [...tags])]).toMatchObject([title, tags, { code }])
    await world.database.sql`delete from live_refused_word`
    world.media.refusesRooms = true
    expect(await start(broadcaster, newCallId())).toMatchObject({ code: 'mediaUnavailable' })
    world.media.refusesRooms = false
    expect((await room({ call: null })).roomId).toBeTruthy()
  })

  it('is opened as often as calls begin, and named as often as members may write', async () => {
    const { broadcaster, roomId } = await room()
    const { limits } = world.context
    const { ring, text } = limits
    limits.ring = { admits: () => false }
    expect(await start(broadcaster, newCallId())).toMatchObject({ code: 'tooManyRequests' })
    limits.ring = ring
    limits.text = { admits: () => false }
    expect(await start(broadcaster, newCallId())).toMatchObject({ code: 'tooManyRequests' })
    expect(await broadcaster.request('updateLive', { roomId, title: '歌います' })).toMatchObject({
      code: 'tooManyRequests',
    })
    limits.text = text
    expect(await start(broadcaster, newCallId())).toMatchObject({ code: 'callAlreadyInCall' })
    await broadcaster.request('endLive', { roomId })
  })

  it('ends 60 s after its opening without media, and 20 s after its media was lost', async () => {
    const broadcaster = await world.broadcaster()
    const waiting = newCallId()
    await start(broadcaster, waiting)
    await ageRoom(waiting, 59)
    expect(await endOfRoom(broadcaster, waiting)).toBeNull()
    await ageRoom(waiting, 2)
    expect(await endOfRoom(broadcaster, waiting)).toBe('mediaGone')

    const { broadcaster: gone, roomId } = await room()
    world.media.publishes(roomId, false)
    await world.settled()
    await ageRoom(roomId, 19)
    expect(await endOfRoom(gone, roomId)).toBeNull()
    await ageRoom(roomId, 2)
    expect(await endOfRoom(gone, roomId)).toBe('mediaGone')
  })

  it('ends by the limit of the day, of which the rooms before are taken off', async () => {
    const { broadcaster, roomId } = await room()
    await world.database.sql`update live_room set ends_at = now(), deadline_at = now() where id = ${roomId}`
    await ageRoom(roomId, 0)
    expect(await endOfRoom(broadcaster, roomId)).toBe('dailyLimit')
    const day = await world.database.sql`
      update live_room set started_at = ended_at - interval '1 day' where id = ${roomId} returning 1`
    expect(day).toHaveLength(1)
    const left = await broadcaster.request('getMyLive', {})
    if (left.type === 'error') throw new Error(left.code)
    // Of 6 h, whatever of this Japanese day is over.
    const ofDayMs = (Date.now() + 9 * 3_600_000) % 86_400_000
    expect(Math.abs(left.leftTodayMs - Math.max(0, 6 * 3_600_000 - ofDayMs))).toBeLessThan(10_000)
    await world.database.sql`update live_setting set daily_limit_min = 30`
    await world.database
      .sql`update live_room set started_at = now() - interval '31 minutes', ended_at = now() where id = ${roomId}`
    const again = await start(broadcaster, newCallId())
    expect(again).toMatchObject(ofDayMs > 31 * 60_000 ? { code: 'liveDailyLimit' } : { type: 'success' })
    await world.database.sql`update live_setting set daily_limit_min = 360`
  })

  it("ends with its broadcaster's session, and when an operator closes the account's calls", async () => {
    const one = await room()
    const visit = await watcher(one.roomId)
    const elsewhere = await world.onAnotherDevice(one.broadcaster)
    await elsewhere.request('signOutOtherDevices', {})
    await endRoomsOfEndedSessions(world.context)
    expect(await endOfRoom(elsewhere, one.roomId)).toBe('byBroadcaster')
    expect(await visit.watcher.request('getCall', { callId: visit.callId })).toMatchObject({
      call: { phase: 'ended', endReason: 'byBroadcaster' },
    })
    const other = await room()
    await closeCallsAndRooms(world.context, other.broadcaster.id)
    expect(await endOfRoom(other.broadcaster, other.roomId)).toBe('byOperator')
  })

  it('changes its title and the price of the live call, and nothing of another broadcaster', async () => {
    const { broadcaster, roomId } = await room()
    expect(
      await broadcaster.request('updateLive', { roomId, title: '歌います', callRate: null }),
    ).toMatchObject({
      live: { room: { title: '歌います', tags: ['雑談'], rates: { watch: 200, call: null } } },
    })
    expect(await broadcaster.request('updateLive', { roomId, callRate: 7 })).toMatchObject({
      code: 'rateOutOfBounds',
    })
    expect(await (await world.broadcaster()).request('updateLive', { roomId, title: 'x' })).toMatchObject({
      code: 'notFound',
    })
  })
})

describe('the media server', () => {
  it('gets the room and its seats again after a crash, in that order', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId)
    world.media.crash()
    world.media.recover()
    await world.settled()
    expect(world.media.rooms.has(roomId)).toBe(true)
    expect(world.media.seats.get(callId)).toMatchObject({ roomId, payerId: one.id, payerSends: false })
    world.media.publishes(roomId, true)
    await world.settled()
    await ageRoom(roomId, 10)
    expect(await endOfRoom(broadcaster, roomId)).toBeNull()
    await broadcaster.request('endLive', { roomId })
  })

  it('ends the room and gives the last minute back when it stays away', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 1_000)
    world.media.flow(callId, 10_000 + 12_000)
    world.media.crash()
    await world.settled()
    await ageRoom(roomId, 21)
    expect(await endOfRoom(broadcaster, roomId)).toBe('serverRecovery')
    expect(await one.request('getReceipt', { callId })).toMatchObject({
      receipt: { points: 40, pointBack: 40 },
    })
    world.media.recover()
    await world.settled()
  })
})
