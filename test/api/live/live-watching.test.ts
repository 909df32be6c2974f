import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveSummary } from '#contract/live/rooms.ts'
import { billDueCalls } from '#server/calls/actions/bill-calls.ts'
import { endCallsOfEndedSessions } from '#server/calls/call-sessions.ts'
import { reportCalls } from '#server/calls/media/meter-loop.ts'
import { callTokenLifeMs } from '#server/calls/media/tokens.ts'
import { openCallsInLiveRoom } from '#server/calls/queries.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { liveSteps } from './live-steps.ts'
import { spentInVisit } from './spent-in-visit.ts'

let world: TestWorld
const { ageRoom, endOf, enter, pointOf, receiptOf, room, watcher, kick } = liveSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const heartbeat = (person: Person, callId: string) =>
  person.request('paySideWatchPoint', { callId, requestId: newCallId() })

const mediaWith = async (token: string, link: 'whip' | 'whep', id: string) => {
  const response = await world.request(`/api/media/${link}/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
    body: 'v=0',
  })
  return response.status
}

/** Enters and answers the visit's media token. */
const tokenOf = async (person: Person, roomId: string, callId: string): Promise<string> => {
  const answer = await enter(person, roomId, { callId })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.rtc_channel_token
}

describe('watching', () => {
  it('is metered by the increment after the free look, for each watcher alone', async () => {
    const { broadcaster, roomId } = await room()
    const one = await watcher(roomId, 1_000)
    const other = await watcher(roomId, 1_000)
    expect(await one.watcher.request('getLiveRooms', {})).toMatchObject({
      rooms: [{ roomId, watchers: 2, isInLiveCall: false, rates: { watch: 200, call: 300 } }],
    })
    world.media.flow(one.callId, 10_000 + 13_000)
    world.media.flow(other.callId, 10_000 + 1_000)
    expect(await heartbeat(one.watcher, one.callId)).toMatchObject({ charged: 60, point: 940, running: true })
    expect(await heartbeat(other.watcher, other.callId)).toMatchObject({ charged: 20, point: 980 })
    expect(
      await one.watcher.request('payLivePoint', { callId: one.callId, requestId: newCallId() }),
    ).toMatchObject({
      code: 'callWrongKind',
    })
    await one.watcher.request('endCall', { callId: one.callId })
    expect(await pointOf(one.watcher)).toBe(940)
    expect(await receiptOf(one.watcher, one.callId)).toMatchObject({
      ...{ origin: 'sideWatch', points: 60, chargedIncrements: 3, connectedSec: 23, chargedSec: 13 },
      uncharged: [{ reason: 'freeLook', seconds: 10 }],
    })
    expect(await receiptOf(broadcaster, one.callId)).toMatchObject({ origin: 'sideWatch', earned: 24 })
    const ended = await broadcaster.request('endLive', { roomId })
    expect(ended).toMatchObject({
      summary: { watchers: 2, peakWatchers: 2, earned: { watch: 24 + 8, liveCall: 0 } },
    })
    const lines = await broadcaster.request('getEarningLines', {})
    expect(lines).toMatchObject({
      lines: [
        { callId: other.callId, purpose: 'sideWatch', earned: 8 },
        { callId: one.callId, purpose: 'sideWatch', earned: 24 },
      ],
    })
    expect(await endOf(other.watcher, other.callId)).toBe('byBroadcaster')
    expect(await other.watcher.request('getPointHistory', { limit: 5 })).toMatchObject({
      movements: [{ purpose: 'sideWatch', callId: other.callId, points: -20 }, { purpose: 'demo' }],
    })
  })

  it('charges what the button said, holds it first, and answers a retry with the first visit', async () => {
    const { roomId, broadcaster } = await room()
    const poor = await world.caller(10)
    const caller = await world.caller(1_000)
    const callId = newCallId()
    expect(await enter(caller, roomId, { callId, rate: 190 })).toMatchObject({ code: 'callRateChanged' })
    expect(await enter(poor, roomId)).toMatchObject({ code: 'insufficientPoints' })
    expect(await enter(broadcaster, roomId)).toMatchObject({ code: 'callSelf' })
    expect(await enter(await world.broadcaster(), roomId)).toMatchObject({ code: 'partnerUnavailable' })
    expect(await enter(caller, roomId, { callId })).toMatchObject({
      call: { callId, origin: 'sideWatch', liveRoomId: roomId, phase: 'connecting', role: 'caller' },
      room: { roomId, myCallId: callId },
    })
    expect(await enter(caller, roomId, { callId })).toMatchObject({ type: 'success' })
    expect(await enter(poor, roomId, { callId })).toMatchObject({ code: 'idempotencyMismatch' })
    expect(await enter(caller, roomId)).toMatchObject({ code: 'callAlreadyInCall' })
    const [held] = await world.database.sql`
      select held from account where kind = 'wallet' and owner_id = ${caller.id}`
    expect(held).toEqual({ held: 200 })
    await broadcaster.request('endLive', { roomId })
    expect(await enter(poor, roomId)).toMatchObject({ code: 'liveOver' })
    expect(await pointOf(caller)).toBe(1_000)
  })

  it('begins once when the same request comes several times at once, and every answer is that visit', async () => {
    const { roomId } = await room()
    const caller = await world.caller(3_000)
    const callId = newCallId()
    const answers = await Promise.all(Array.from({ length: 6 }, () => enter(caller, roomId, { callId })))
    for (const answer of answers) expect(answer).toMatchObject({ type: 'success', call: { callId } })
    expect(await endOf(caller, callId)).toBeNull()
  })

  it('has one free look a room and day, which ends by itself or goes on into a paid visit', async () => {
    const { roomId } = await room()
    const viewer = await world.caller(1_000)
    const look = newCallId()
    expect(await enter(viewer, roomId, { callId: look, isFreeLook: true })).toMatchObject({
      room: { freeLookMs: 0 },
    })
    world.media.connect(look)
    await world.settled()
    world.media.flow(look, 10_000)
    await world.settled()
    expect(await endOf(viewer, look)).toBe('pointless')
    expect(world.media.seats.has(look)).toBe(false)
    expect(await pointOf(viewer)).toBe(1_000)
    expect(await enter(viewer, roomId, { isFreeLook: true })).toMatchObject({ code: 'liveFreeLookUsed' })
    const paid = newCallId()
    await enter(viewer, roomId, { callId: paid })
    expect(world.media.seats.get(paid)).toMatchObject({ freeMs: 0, fundedMs: 60_000 })

    const other = await world.caller(1_000)
    const running = newCallId()
    await enter(other, roomId, { callId: running, isFreeLook: true })
    world.media.connect(running)
    await world.settled()
    expect(await enter(other, roomId)).toMatchObject({ type: 'success' })
    expect(await endOf(other, running)).toBe('byCaller')
  })

  it('ends as pointless at zero points, and forwarding has stopped by then', async () => {
    const { roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 250)
    world.media.flow(callId, 10_000 + 60_000)
    await world.settled()
    expect(world.media.seats.get(callId)).toMatchObject({ fundedMs: 72_000 })
    world.media.flow(callId, 60_000)
    await world.settled()
    expect(await endOf(one, callId)).toBe('pointless')
    expect(await pointOf(one)).toBe(10)
    expect(world.media.seats.has(callId)).toBe(false)
  })

  it('never costs more than its cap, comments and presents counted', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 3_000, 260)
    const give = (presentId: string, expectedPoints: number) =>
      one.request('payPresentMenuPoint', {
        ...{ roomId, giftId: newCallId(), presentId, quantity: 1, expectedPoints },
      })
    // The hold of the first minute makes room for a present.
    expect(await give('tea', 100)).toMatchObject({ type: 'success' })
    expect(await give('cake', 200)).toMatchObject({ code: 'liveSpendCap' })
    expect(await spentInVisit(world.context.db, callId)).toBe(100)
    world.media.flow(callId, 10_000 + 60_000)
    await world.settled()
    await billDueCalls(world.context)
    expect(await endOf(one, callId)).toBe('pointless')
    expect(await receiptOf(one, callId)).toMatchObject({ points: 160 })
    expect(await give('flower', 50)).toMatchObject({ code: 'liveNotWatching' })
    const { summary } = (await broadcaster.request('endLive', { roomId })) as { summary: LiveSummary }
    expect(summary.earned).toMatchObject({ watch: 64, presents: 40 })
  })

  it('that ends before anything has arrived has its comments and presents in summary and statement', async () => {
    const { broadcaster, roomId } = await room()
    const one = await world.caller(3_000)
    const callId = newCallId()
    await enter(one, roomId, { callId })
    const answers = [
      await one.request('paySecondSideWatchChatPoint', {
        ...{ roomId, commentId: newCallId(), text: 'こんばんは', expectedPoints: 20 },
      }),
      await one.request('payPresentMenuPoint', {
        ...{ roomId, giftId: newCallId(), presentId: 'flower', quantity: 1, expectedPoints: 50 },
      }),
    ]
    expect(answers).toMatchObject([{ type: 'success' }, { type: 'success' }])
    await one.request('endCall', { callId })
    const { summary } = (await broadcaster.request('endLive', { roomId })) as { summary: LiveSummary }
    expect(summary).toMatchObject({ watchers: 0, earned: { watch: 0, comments: 8, presents: 20 } })
    expect(await broadcaster.request('getEarningLines', {})).toMatchObject({
      lines: [{ earned: 20 }, { earned: 8 }],
    })
  })

  it('counts an increment that has begun, before the watcher has confirmed any of it', async () => {
    const { roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 3_000, 80)
    world.media.flow(callId, 10_000 + 6_000)
    world.media.sendPending(callId, 2_000)
    await reportCalls(world.context)
    const flower = { roomId, giftId: newCallId(), presentId: 'flower', quantity: 1, expectedPoints: 50 }
    expect(await one.request('payPresentMenuPoint', flower)).toMatchObject({ code: 'liveSpendCap' })
    expect(await one.request('setSpendCap', { callId, spendCap: 90 })).toMatchObject({ type: 'success' })
    expect(await one.request('payPresentMenuPoint', flower)).toMatchObject({ type: 'success' })
    expect(world.media.seats.get(callId)).toMatchObject({ fundedMs: 12_000 })
    world.media.flow(callId, 60_000)
    await world.settled()
    await billDueCalls(world.context)
    expect(await endOf(one, callId)).toBe('pointless')
    expect(await pointOf(one)).toBe(3_000 - 90)
  })

  it('lets a watcher change the cap, and ends the visit at once below what it has cost', async () => {
    const { roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 3_000)
    world.media.flow(callId, 10_000 + 12_000)
    expect(await one.request('setSpendCap', { callId, spendCap: 100 })).toMatchObject({ type: 'success' })
    const [meter] = await world.database.sql`select funded_increments from meter where call_id = ${callId}`
    expect(meter).toEqual({ funded_increments: 5 })
    // What isn't paid for any more isn't forwarded either.
    expect(world.media.seats.get(callId)).toMatchObject({ fundedMs: 30_000 })
    expect(await one.request('setSpendCap', { callId, spendCap: null })).toMatchObject({ type: 'success' })
    world.media.flow(callId, 10_000)
    await world.settled()
    await reportCalls(world.context)
    await billDueCalls(world.context)
    expect(world.media.seats.get(callId)?.fundedMs).toBeGreaterThanOrEqual(60_000)
    const stranger = await world.caller()
    expect(await stranger.request('setSpendCap', { callId, spendCap: 1 })).toMatchObject({ code: 'notFound' })
    expect(await one.request('setSpendCap', { callId, spendCap: 30 })).toMatchObject({ type: 'success' })
    expect(await endOf(one, callId)).toBe('pointless')
    expect(await one.request('setSpendCap', { callId, spendCap: 30 })).toMatchObject({ code: 'callGone' })
  })

  it('takes a limit before anything has arrived, and can be left then or go on with it', async () => {
    const { roomId } = await room()
    const one = await world.caller(3_000)
    const [left, kept] = [newCallId(), newCallId()]
    await enter(one, roomId, { callId: left })
    expect(await one.request('setSpendCap', { callId: left, spendCap: 60 })).toMatchObject({
      type: 'success',
    })
    expect(await one.request('endCall', { callId: left })).toMatchObject({ type: 'success' })
    expect(
      await world.database.sql`
      select held from account where kind = 'wallet' and owner_id = ${one.id}`,
    ).toEqual([{ held: 0 }])
    await enter(one, roomId, { callId: kept })
    await one.request('setSpendCap', { callId: kept, spendCap: 60 })
    world.media.connect(kept)
    await world.settled()
    world.media.flow(kept, 10_000 + 60_000)
    await world.settled()
    await billDueCalls(world.context)
    expect(await endOf(one, kept)).toBe('pointless')
    expect(await pointOf(one)).toBe(3_000 - 60)
  })

  it('waits 20 s for a watcher, and returns nothing for a loss on that side', async () => {
    const { roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 1_000)
    world.media.flow(callId, 10_000 + 6_000)
    world.media.lose(callId, 'payer')
    await world.settled()
    await ageRoom(roomId, 19)
    expect(await endOf(one, callId)).toBeNull()
    await ageRoom(roomId, 2)
    expect(await endOf(one, callId)).toBe('connectionLost')
    expect(await receiptOf(one, callId)).toMatchObject({ points: 20, pointBack: null })
  })

  it("returns each watcher's own last minute when the broadcaster's media is lost", async () => {
    const { broadcaster, roomId } = await room()
    const long = await watcher(roomId, 3_000)
    const short = await watcher(roomId, 3_000)
    world.media.flow(long.callId, 10_000 + 60_000)
    await world.settled()
    world.media.flow(long.callId, 30_000)
    world.media.flow(short.callId, 10_000 + 12_000)
    world.media.lose(roomId, 'broadcaster')
    world.media.publishes(roomId, false)
    await world.settled()
    await ageRoom(roomId, 21)
    expect(await receiptOf(long.watcher, long.callId)).toMatchObject({
      ...{ endReason: 'connectionLost', points: 300, pointBack: 200 },
    })
    expect(await receiptOf(short.watcher, short.callId)).toMatchObject({ points: 40, pointBack: 40 })
    const summary = await broadcaster.request('getLiveSummary', { roomId })
    expect(summary).toMatchObject({ summary: { endReason: 'mediaGone', earned: { watch: 40 } } })
    const lines = await broadcaster.request('getEarningLines', {})
    if (lines.type === 'error') throw new Error(lines.code)
    expect(lines.lines.reduce((sum, { earned }) => sum + earned, 0)).toBe(40)
  })
})

describe('who was put out', () => {
  it('has no visit, no token and no way back into this room', async () => {
    const { broadcaster, roomId } = await room()
    const kicked = await world.caller()
    const callId = newCallId()
    const token = await tokenOf(kicked, roomId, callId)
    world.media.connect(callId)
    await world.settled()
    world.media.flow(callId, 10_000 + 6_000)
    const action = kick(roomId, kicked)
    expect(await broadcaster.request('moderateLive', { roomId, action })).toMatchObject({ type: 'success' })
    expect(await endOf(kicked, callId)).toBe('byBroadcaster')
    expect(await receiptOf(kicked, callId)).toMatchObject({ points: 20 })
    expect(await mediaWith(token, 'whep', callId)).toBe(404)
    expect(await enter(kicked, roomId)).toMatchObject({ code: 'liveKicked' })
    expect(await kicked.request('getLiveRoom', { broadcasterId: broadcaster.id })).toMatchObject({
      room: { isKicked: true, myCallId: null },
    })
    expect(
      await kicked.request('sendCallRequest', {
        ...{ callId: newCallId(), partnerId: broadcaster.id, callType: 'live' },
      }),
    ).toMatchObject({ code: 'callNotConnected' })
  })
})

describe("a watcher's tokens", () => {
  it('open the room for receiving alone, and nothing once they have expired or the visit has ended', async () => {
    const { broadcaster, roomId } = await room()
    const one = await world.caller()
    const callId = newCallId()
    const token = await tokenOf(one, roomId, callId)
    expect(await mediaWith(token, 'whep', callId)).toBe(201)
    expect(await mediaWith(token, 'whip', callId)).toBe(403)
    expect(await mediaWith(token, 'whep', roomId)).toBe(401)
    expect(await mediaWith(token, 'whep', newCallId())).toBe(401)
    expect(await mediaWith('x.y', 'whep', roomId)).toBe(401)
    world.context.now = () => Date.now() + callTokenLifeMs + 1
    expect(await mediaWith(token, 'whep', callId)).toBe(401)
    world.context.now = Date.now
    await one.request('endCall', { callId })
    expect(await mediaWith(token, 'whep', callId)).toBe(404)
    const joined = await broadcaster.request('joinLive', { roomId })
    if (joined.type === 'error') throw new Error(joined.code)
    expect(await mediaWith(joined.rtc_channel_token, 'whip', roomId)).toBe(201)
    expect(await mediaWith(joined.rtm_channel_token, 'whip', roomId)).toBe(401)
    await broadcaster.request('endLive', { roomId })
    expect(await mediaWith(joined.rtc_channel_token, 'whip', roomId)).toBe(404)
  })

  it('are void at once when the session ends, a block is set, or the account closes', async () => {
    const { broadcaster, roomId } = await room()
    const signedOut = await world.caller()
    const first = newCallId()
    const token = await tokenOf(signedOut, roomId, first)
    const elsewhere = await world.onAnotherDevice(signedOut)
    await elsewhere.request('signOutOtherDevices', {})
    expect(await mediaWith(token, 'whep', first)).toBe(401)
    await endCallsOfEndedSessions(world.context)
    expect(world.media.seats.has(first)).toBe(false)

    const blocked = await world.caller()
    const second = newCallId()
    const blockedToken = await tokenOf(blocked, roomId, second)
    await broadcaster.request('addBlock', { partnerId: blocked.id })
    expect(world.media.seats.has(second)).toBe(false)
    expect(await mediaWith(blockedToken, 'whep', second)).toBe(404)
    expect(await blocked.request('getLiveRooms', {})).not.toMatchObject({ rooms: [{ roomId }] })
    expect(await blocked.request('getLiveRoom', { broadcasterId: broadcaster.id })).toMatchObject({
      code: 'notFound',
    })
    expect(await enter(blocked, roomId)).toMatchObject({ code: 'notFound' })
    expect(await openCallsInLiveRoom(world.context.db, roomId)).toEqual([])
  })
})
