import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { reportCalls } from '#server/calls/media/meter-loop.ts'
import { adoptCalls, recoverCalls } from '#server/calls/media/recover.ts'
import { nodeMediaPath } from '#server/nodes/media-request.ts'
import { signNodeRequest } from '#server/nodes/node-token.ts'
import { contextInOutage, laterWork, openNode, secondsAgo } from '#test/helpers/open-node.ts'
import { createTestWorld, newCallId, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
const { connectedCall, endOf, pointOf, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

/** The state that the process before this one left: rooms are gone, and the database has the last report. */
const later = laterWork()
const restartApp = async (lastThereSeconds: number, context = world.context) => {
  await reportCalls(world.context)
  for (const callId of [...world.media.rooms.keys()]) await world.media.closeRoom(callId)
  return recoverCalls(context, await secondsAgo(world, lastThereSeconds), later)
}

describe('a restart of the app', () => {
  it('within 20 s lets the call go on with what was reported, and does not bill the gap', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    world.media.flow(callId, 20_000)
    expect(await restartApp(5)).toBe(1)
    expect(world.media.seats.get(callId)?.carried).toMatchObject({ chargedMs: 20_000 })
    expect(await caller.request('getCall', { callId })).toMatchObject({
      call: { phase: 'inCall', reconnecting: 'broadcaster' },
    })
    world.media.connect(callId)
    await world.settled()
    expect(await caller.request('getCall', { callId })).toMatchObject({ call: { reconnecting: null } })
    world.media.flow(callId, 10_000)
    await caller.request('endCall', { callId })
    expect(await pointOf(caller)).toBe(900)
  })

  it('before anything was reported of a call reopens it as one that was connected', async () => {
    const callId = await connectedCall(await world.caller(1_000), await world.broadcaster())
    expect(world.media.seats.get(callId)?.wasConnected).toBe(false)
    expect(await restartApp(5)).toBe(1)
    expect(world.media.seats.get(callId)).toMatchObject({ carried: { chargedMs: 0 }, wasConnected: true })
    await world.context.media.closeRoom(callId)
  })

  it('in an outage of the database lets the call go on when that is over', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    const outage = contextInOutage(world)
    expect(await restartApp(5, outage.context)).toBe(0)
    expect(world.media.rooms.has(callId)).toBe(false)
    outage.end()
    // What is tried again is adopted by nothing else meanwhile.
    expect(await restartApp(5)).toBe(0)
    await later.run()
    expect(world.media.rooms.has(callId)).toBe(true)
    expect(await endOf(caller, callId)).toBeNull()
    await caller.request('endCall', { callId })
  })

  it('after more than 20 s ends the call, settled from the last report, at the cost of the platform', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 60_000)
    await world.settled()
    world.media.flow(callId, 30_000)
    await restartApp(21)
    expect(await endOf(caller, callId)).toBe('serverRecovery')
    expect(await caller.request('getReceipt', { callId })).toMatchObject({
      receipt: { points: 300, pointBack: 200 },
    })
    expect(await broadcaster.request('getReceipt', { callId })).toMatchObject({ receipt: { earned: 120 } })
  })

  it('does not affect a ring: it is answered afterwards', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(caller, broadcaster)
    await restartApp(8)
    expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({
      call: { phase: 'connecting' },
    })
    await caller.request('endCall', { callId })
  })
})

describe('two processes on one database', () => {
  let other: TestWorld
  let closeNode: () => Promise<void>
  beforeAll(async () => {
    closeNode = await openNode(world)
    other = await createTestWorld({ beside: world })
  })
  afterAll(async () => {
    await other.context.nodes.close()
    await closeNode()
    await other.close()
  })

  it('ask the one that has the room: media endpoints, reading and end', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    world.media.flow(callId, 20_000)
    const { media } = other.context
    expect(await media.publish(callId, caller.id, 'v=0')).toMatchObject({ resourceId: 'fake' })
    expect(await media.subscribe(callId, caller.id, 'v=0')).toMatchObject({ resourceId: 'fake' })
    expect(await media.reading(callId)).toMatchObject({ chargedMs: 20_000 })
    await media.extendFunding(callId, 600_000)
    expect(world.media.seats.get(callId)?.fundedMs).toBe(600_000)
    const headers = { cookie: caller.cookie, 'content-type': 'application/json' }
    const ended = await other.request('/api/end-call', {
      method: 'POST',
      headers,
      body: JSON.stringify({ callId }),
    })
    expect(await ended.json()).toMatchObject({ call: { endReason: 'byCaller' } })
    expect(world.media.rooms.has(callId)).toBe(false)
    expect(await pointOf(caller)).toBe(920)
  })

  it('pass a refusal of the room on unchanged', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    world.media.refusesLinks = 409
    await expect(other.context.media.publish(callId, caller.id, 'v=0')).rejects.toMatchObject({ status: 409 })
    world.media.refusesLinks = null
    await caller.request('endCall', { callId })
  })

  it('answer nobody else at their endpoint', async () => {
    const body = JSON.stringify({ type: 'reading', seatId: newCallId() })
    const { secret } = world.context
    const post = async (authorization: string, sent = body) => {
      const headers = { authorization, 'content-type': 'application/json' }
      return (await world.request(nodeMediaPath, { method: 'POST', headers, body: sent })).status
    }
    expect(await post(signNodeRequest(secret, body, Date.now()))).toBe(200)
    expect(await post('')).toBe(404)
    expect(await post(signNodeRequest(Buffer.alloc(32), body, Date.now()))).toBe(404)
    expect(await post(signNodeRequest(secret, body, Date.now() - 31_000))).toBe(404)
    expect(await post(signNodeRequest(secret, body, Date.now()), `${body} `)).toBe(404)
    expect(await post(signNodeRequest(secret, '{', Date.now()), '{')).toBe(422)
  })

  it('adopt the calls of one that fell silent, once, and the silent one closes its rooms', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    world.media.flow(callId, 12_000)
    await reportCalls(world.context)
    await world.context.nodes.close()
    other.context.nodes.isSteady = () => true
    expect(await adoptCalls(other.context, later)).toBe(1)
    expect(await adoptCalls(other.context, later)).toBe(0)
    expect(other.media.seats.get(callId)?.carried).toMatchObject({ chargedMs: 12_000 })
    world.media.flow(callId, 6_000)
    await reportCalls(world.context)
    expect(world.media.rooms.has(callId)).toBe(false)
    other.media.connect(callId)
    await other.settled()
    other.media.flow(callId, 6_000)
    await other.settled()
    await reportCalls(other.context)
    await other.context.nodes.open('http://127.0.0.1:9')
    await caller.request('endCall', { callId })
    expect(await pointOf(caller)).toBe(940)
  })

  it('refuse to start beside one that signs with another secret', async () => {
    await world.context.nodes.register()
    await expect(
      createTestWorld({ beside: { ...world, context: { ...world.context, secret: Buffer.alloc(32) } } }),
    ).rejects.toThrow(/APP_SECRET/)
  })
})
