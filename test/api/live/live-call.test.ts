import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { placeVisit } from '#server/calls/actions/place-in-live-room.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { liveSteps } from './live-steps.ts'

let world: TestWorld
const { endOf, enter, kick, pointOf, receiptOf, room, watcher } = liveSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const ringLive = async (caller: Person, broadcaster: Person, callId = newCallId()) => ({
  callId,
  answer: await caller.request('sendCallRequest', {
    ...{ callId, partnerId: broadcaster.id, callType: 'live', expectedRatePointsPerMin: 300 },
  }),
})

/** A live call whose media flows. */
const liveCall = async (caller: Person, broadcaster: Person) => {
  const { callId, answer } = await ringLive(caller, broadcaster)
  expect(answer).toMatchObject({ type: 'success' })
  expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({ type: 'success' })
  world.media.connect(callId)
  await world.settled()
  return callId
}

describe('the live call', () => {
  it('is put out with the visit beside which it rings', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: caller, callId: visit } = await watcher(roomId, 1_000)
    const { callId } = await ringLive(caller, broadcaster)
    expect(await broadcaster.request('moderateLive', { roomId, action: kick(roomId, caller) })).toEqual({
      type: 'success',
    })
    expect(await endOf(caller, visit)).toBe('byBroadcaster')
    expect(await endOf(caller, callId)).toBe('declined')
  })

  it('rings while its caller watches, and begins where the visit ends', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: caller, callId: visit } = await watcher(roomId, 1_000)
    world.media.flow(visit, 10_000 + 12_000)
    const { callId, answer } = await ringLive(caller, broadcaster)
    expect(answer).toMatchObject({
      call: { origin: 'live', liveRoomId: roomId, phase: 'ringing', ratePointsPerMin: 300 },
    })
    await expect
      .poll(() => broadcaster.request('checkIncomingCall', {}))
      .toMatchObject({ incomingInfo: { call_type: 'live', channel_id: callId, sender_id: caller.id } })
    expect(await endOf(caller, visit)).toBeNull()
    expect(await caller.request('getMyCall', {})).toMatchObject({ call: { callId: visit } })

    expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({
      call: { phase: 'connecting' },
    })
    expect(await endOf(caller, visit)).toBe('byCaller')
    expect(await caller.request('getMyCall', {})).toMatchObject({ call: { callId } })
    expect([...world.media.seats.values()].filter((seat) => seat.roomId === roomId)).toMatchObject([
      { seatId: callId, payerSends: true, fundedMs: 60_000 },
    ])
    world.media.connect(callId)
    await world.settled()
    world.media.flow(callId, 7_000)
    expect(await caller.request('payLivePoint', { callId, requestId: newCallId() })).toMatchObject({
      ...{ charged: 60, point: 1_000 - 40 - 60 },
    })
    const bystander = await watcher(roomId)
    expect(await bystander.watcher.request('getLiveRoom', { broadcasterId: broadcaster.id })).toMatchObject({
      room: { isInLiveCall: true, watchers: 1 },
    })

    await caller.request('endCall', { callId })
    expect(await pointOf(caller)).toBe(900)
    expect(await receiptOf(caller, callId)).toMatchObject({
      origin: 'live',
      points: 60,
      ratePointsPerMin: 300,
    })
    expect(await enter(caller, roomId)).toMatchObject({ type: 'success' })
    expect(await broadcaster.request('endLive', { roomId })).toMatchObject({
      summary: { earned: { watch: 16, liveCall: 24 } },
    })
  })

  it('is one at a time, also for a caller, and leaves the room running when it ends', async () => {
    const { broadcaster, roomId } = await room()
    const caller = await world.caller()
    const other = await world.caller()
    const callId = await liveCall(caller, broadcaster)
    expect((await ringLive(other, broadcaster)).answer).toMatchObject({ code: 'callPartnerBusy' })
    expect(await enter(caller, roomId)).toMatchObject({ code: 'callAlreadyInCall' })
    expect(await broadcaster.request('endCall', { callId })).toMatchObject({
      call: { endReason: 'byBroadcaster' },
    })
    expect(world.media.rooms.has(roomId)).toBe(true)
    expect(await broadcaster.request('getMyLive', {})).toMatchObject({ live: { room: { roomId } } })
    const next = await ringLive(other, broadcaster)
    expect(next.answer).toMatchObject({ type: 'success' })
    expect(await broadcaster.request('declineCall', { callId: next.callId })).toMatchObject({
      type: 'success',
    })
    expect(await endOf(other, next.callId)).toBe('declined')
  })

  it('keeps the ring of a caller who stops watching, and the visit of one who stops ringing', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: caller, callId: visit } = await watcher(roomId)
    const { callId } = await ringLive(caller, broadcaster)
    await caller.request('endCall', { callId: visit })
    expect(await caller.request('getMyCall', {})).toMatchObject({ call: { callId } })
    expect(await enter(caller, roomId)).toMatchObject({ code: 'callAlreadyInCall' })
    await caller.request('cancelCall', { callId })
    expect(await caller.request('getMyCall', {})).toMatchObject({ call: null })

    const second = newCallId()
    await enter(caller, roomId, { callId: second })
    const again = await ringLive(caller, broadcaster)
    await caller.request('cancelCall', { callId: again.callId })
    expect(await caller.request('getMyCall', {})).toMatchObject({ call: { callId: second } })
    await broadcaster.request('endLive', { roomId })
  })

  it('leaves no seat when the visit ends before the end of its ring is committed', async () => {
    const { sql } = world.database
    const { broadcaster, roomId } = await room()
    const { watcher: caller, callId: visit } = await watcher(roomId)
    // The end of the first ring begins their conversation, whose lock holds the end of the second one up.
    const first = await ringLive(caller, broadcaster)
    await caller.request('cancelCall', { callId: first.callId })
    const { callId } = await ringLive(caller, broadcaster)
    const ends = await sql.begin(async (lock) => {
      await lock`select from conversation where caller_id = ${caller.id} for update`
      const ringEnds = caller.request('cancelCall', { callId })
      const waiting = () => sql`
        select (select count(*) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock')::int as waiting,
          (select ended_at is not null from call where id = ${visit}) as "isOver"`
      await expect.poll(async () => (await waiting())[0]).toMatchObject({ waiting: 1 })
      const visitEnds = caller.request('endCall', { callId: visit })
      await expect
        .poll(async () => {
          const [now] = await waiting()
          return now?.isOver || now?.waiting === 2
        })
        .toBe(true)
      return [ringEnds, visitEnds]
    })
    await Promise.all(ends)
    expect(await endOf(caller, callId)).toBe('cancelled')
    expect(await sql`select call_id from call_seat where member_id = ${caller.id}`).toEqual([])
  })

  it('is on the node that has the room when its seat is taken', async () => {
    const { broadcaster, roomId } = await room()
    const caller = await world.caller()
    const callId = newCallId()
    await placeVisit(
      world.context,
      {
        ...{ callId, kind: 'video', origin: 'sideWatch' },
        sides: {
          ...{ callerId: caller.id, broadcasterId: broadcaster.id, dialler: 'caller' },
          ...{ ratePointsPerMin: 200, voiceRatePointsPerMin: 200 },
        },
        // As it was read before another node adopted the room.
        live: { roomId, nodeId: newCallId(), spendCap: null, isFreeLook: false },
      },
      async () => ({ freeLookMs: 0 }),
    )
    const [call] = await world.database.sql`select node_id from call where id = ${callId}`
    expect(call).toEqual({ node_id: world.context.nodes.id })
  })

  it('is refused without a room, without a price, at another price, and without points', async () => {
    const caller = await world.caller()
    const offline = await world.broadcaster()
    expect((await ringLive(caller, offline)).answer).toMatchObject({ code: 'callPartnerOffline' })
    const closed = await room({ call: null })
    expect((await ringLive(caller, closed.broadcaster)).answer).toMatchObject({ code: 'callKindRefused' })
    const dear = await room({ call: 400 })
    expect((await ringLive(caller, dear.broadcaster)).answer).toMatchObject({ code: 'callRateChanged' })
    const open = await room()
    expect((await ringLive(await world.caller(29), open.broadcaster)).answer).toMatchObject({
      code: 'insufficientPoints',
    })
    expect((await ringLive(await world.broadcaster(), open.broadcaster)).answer).toMatchObject({
      code: 'callKindRefused',
    })
    const { answer, callId } = await ringLive(caller, open.broadcaster)
    expect(answer).toMatchObject({ type: 'success' })
    expect((await ringLive(caller, open.broadcaster, callId)).answer).toMatchObject({ call: { callId } })
    await open.broadcaster.request('endLive', { roomId: open.roomId })
    expect(await endOf(caller, callId)).toBe('declined')
  })

  it('ends as pointless when the points were spent between the ring and its acceptance', async () => {
    const { broadcaster } = await room()
    const caller = await world.caller(300)
    const { callId } = await ringLive(caller, broadcaster)
    await world.database.sql`
      select * from spend_many(array['test-' || ${callId}], array[${caller.id}]::text[], array[null]::text[],
        array[290]::bigint[], array[290]::bigint[], array['unseal'], array[null]::text[])`
    expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({ code: 'insufficientPoints' })
    expect(await endOf(caller, callId)).toBe('pointless')
    expect(await pointOf(caller)).toBe(10)
  })

  it("is not changed into a voice call, and settles with the room's end", async () => {
    const { broadcaster, roomId } = await room()
    const caller = await world.caller(1_000)
    const callId = await liveCall(caller, broadcaster)
    expect(await caller.request('changeCallToVoice', { callId })).toMatchObject({ code: 'callWrongKind' })
    world.media.flow(callId, 6_000)
    await broadcaster.request('endLive', { roomId })
    expect(await endOf(caller, callId)).toBe('byBroadcaster')
    expect(await pointOf(caller)).toBe(970)
    const [seats] = await world.database.sql`
      select count(*)::int from call_seat where member_id in (${caller.id}, ${broadcaster.id})`
    expect(seats).toEqual({ count: 0 })
  })
})
