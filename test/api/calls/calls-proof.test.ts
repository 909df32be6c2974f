import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unprovenOfPairPerDayMsMax, unprovenPerDayMsMax } from '#domain/calls/unproven.ts'
import { reportCalls } from '#server/calls/media/meter-loop.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
let caller: Person
let broadcaster: Person
const { connectedCall, endOf, pointOf, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
beforeEach(async () => {
  caller = await world.caller(2_000)
  broadcaster = await world.broadcaster()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const callWithout = async (proofMs: number, partner = broadcaster) => {
  const callId = await connectedCall(caller, partner)
  world.media.sendUnproven(callId, proofMs)
  await caller.request('endCall', { callId })
  return callId
}

describe('what was sent without proof that it arrived', () => {
  it('is free, and the receipt says so', async () => {
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 12_000)
    world.media.sendUnproven(callId, 8_500)
    await caller.request('endCall', { callId })
    expect(await pointOf(caller)).toBe(1_960)
    for (const side of [caller, broadcaster]) {
      expect(await side.request('getReceipt', { callId })).toMatchObject({
        receipt: { connectedSec: 20, chargedSec: 12, uncharged: [{ reason: 'notConfirmed', seconds: 8 }] },
      })
    }
  })

  it('is allowed in a call as far as the day has some left, counted over calls and restarts', async () => {
    await callWithout(20_000)
    const callId = await connectedCall(caller, broadcaster)
    expect(world.media.seats.get(callId)?.unprovenMsMax).toBe(unprovenOfPairPerDayMsMax - 20_000)
    world.media.sendUnproven(callId, 10_000)
    await reportCalls(world.context)
    world.media.crash()
    world.media.recover()
    await world.settled()
    expect(world.media.seats.get(callId)).toMatchObject({
      carried: { unprovenMs: 10_000 },
      unprovenMsMax: unprovenOfPairPerDayMsMax - 30_000,
    })
    await caller.request('endCall', { callId })
    const other = await connectedCall(caller, await world.broadcaster())
    expect(world.media.seats.get(other)?.unprovenMsMax).toBe(unprovenOfPairPerDayMsMax)
    await caller.request('endCall', { callId: other })
  })

  it('ends the call as the payer’s loss when it is used up, and returns nothing', async () => {
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 12_000)
    world.media.sendUnproven(callId, unprovenOfPairPerDayMsMax)
    await world.settled()
    expect(await endOf(caller, callId)).toBe('connectionLost')
    expect(await pointOf(caller)).toBe(1_960)
  })

  it('lets the two begin no further call on that day, in either direction', async () => {
    await callWithout(unprovenOfPairPerDayMsMax)
    expect((await ring(caller, broadcaster)).answer).toMatchObject({ code: 'callReceptionUnproven' })
    expect((await ring(broadcaster, caller)).answer).toMatchObject({ code: 'callNotConnected' })
    await callWithout(0, await world.broadcaster())
  })

  it('lets the payer begin no call at all when the whole amount of the day is used up', async () => {
    await callWithout(unprovenPerDayMsMax / 2)
    await callWithout(unprovenPerDayMsMax / 2, await world.broadcaster())
    const answer = { code: 'callReceptionUnproven' }
    expect((await ring(caller, await world.broadcaster())).answer).toMatchObject(answer)
    expect(await caller.request('requestRandomCall', { callId: newCallId() })).toMatchObject(answer)
    await world.database.sql`
      update call set requested_at = requested_at - interval '1 day' where caller_id = ${caller.id}`
    await callWithout(0, broadcaster)
  })
})

describe('a call that is charged and carries hardly any media', () => {
  const noticesOf = (person: Person) =>
    world.database.sql`select kind, text from operator_notice where subject = ${`member:${person.id}`}`

  it('alerts operators, and no other call does', async () => {
    const usual = await connectedCall(caller, broadcaster)
    world.media.flow(usual, 60_000)
    await caller.request('endCall', { callId: usual })
    expect(await noticesOf(broadcaster)).toEqual([])
    const thin = await connectedCall(caller, broadcaster)
    world.media.flow(thin, 60_000, 50)
    await caller.request('endCall', { callId: thin })
    expect(await noticesOf(broadcaster)).toMatchObject([
      { kind: 'thinMedia', text: expect.stringContaining('3,000 バイト') },
    ])
  })
})

describe('what is pending until the next report', () => {
  it('shows on the meter, and is charged only when a reading contains it', async () => {
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 6_000)
    world.media.sendPending(callId, 5_000)
    expect(await caller.request('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      chargedMs: 11_000,
      charged: 40,
    })
    expect(await caller.request('getMyPoint', {})).toMatchObject({ point: 1_960 })
    await caller.request('endCall', { callId })
    expect(await pointOf(caller)).toBe(1_980)
  })
})
