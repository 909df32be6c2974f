import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openCallsOf } from '#server/calls/queries.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import {
  everything,
  next,
  nextState,
  openSocketsWorld,
  roundTrip,
  type SocketsWorld,
} from '../sockets/sockets-world.ts'

let sockets: SocketsWorld
let world: TestWorld
const { connectedCall, endOf, pointOf, ring } = callSteps(() => world)
beforeAll(async () => {
  sockets = await openSocketsWorld()
  world = sockets.world
})
afterEach(async () => {
  await sockets.closePages()
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => sockets.close())

const block = (from: Person, to: Person) => from.request('addBlock', { partnerId: to.id })
const success = { type: 'success' }

describe('a block during a ring', () => {
  it('ends the ring for both, returns the minute, and tells the dialler nothing new', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const { callId } = await ring(caller, broadcaster)
    await expect
      .poll(() => world.context.incoming.of(broadcaster.id)?.channel_id, { timeout: 10_000 })
      .toBe(callId)
    expect(await block(broadcaster, caller)).toEqual(success)
    expect(await endOf(caller, callId)).toBe('declined')
    expect(await pointOf(caller)).toBe(1_000)
    await expect
      .poll(async () => broadcaster.request('checkIncomingCall', {}), { timeout: 10_000 })
      .toMatchObject({ incomingInfo: null })
    expect((await ring(caller, broadcaster)).answer).toMatchObject({ code: 'partnerUnavailable' })
    expect((await ring(broadcaster, caller)).answer).toMatchObject({ code: 'partnerUnavailable' })
  })

  it('is a cancellation when the dialler blocks', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const { callId } = await ring(caller, broadcaster)
    await block(caller, broadcaster)
    expect(await endOf(broadcaster, callId)).toBe('cancelled')
  })

  it('leaves calls with others alone', async () => {
    const [caller, broadcaster, other] = [
      await world.caller(),
      await world.broadcaster(),
      await world.caller(),
    ]
    const callId = await connectedCall(other, broadcaster)
    await block(broadcaster, caller)
    expect(await endOf(other, callId)).toBeNull()
    await other.request('endCall', { callId })
  })
})

describe('a block during a call', () => {
  it.each(['caller', 'broadcaster'] as const)(
    'hangs up for the %s, and the call is settled once',
    async (who) => {
      const people = { caller: await world.caller(1_000), broadcaster: await world.broadcaster() }
      const callId = await connectedCall(people.caller, people.broadcaster)
      world.media.flow(callId, 10_000)
      const other = who === 'caller' ? people.broadcaster : people.caller
      const answers = await Promise.all([
        block(people[who], other),
        block(people[who], other),
        other.request('endCall', { callId }),
      ])
      expect(answers.slice(0, 2)).toEqual([success, success])
      expect(['byCaller', 'byBroadcaster']).toContain(await endOf(people.caller, callId))
      expect(await pointOf(people.caller)).toBe(960)
      expect(await people.caller.request('getReceipt', { callId })).toMatchObject({ receipt: { points: 40 } })
      expect(world.media.rooms.has(callId)).toBe(false)
    },
  )

  it('looks like an ordinary hang-up to the other side', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const callId = await connectedCall(caller, broadcaster)
    await block(caller, broadcaster)
    expect(await endOf(broadcaster, callId)).toBe('byCaller')
  })
})

it('a block and a ring at once leave no call between the two, whichever is first', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const [dialler, callee] = round % 2 ? [caller, broadcaster] : [broadcaster, caller]
    await Promise.all([
      ring(dialler, callee),
      block(round % 3 ? caller : broadcaster, round % 3 ? broadcaster : caller),
    ])
    expect(await openCallsOf(world.context.db, [caller.id, broadcaster.id])).toEqual([])
    expect(await pointOf(caller)).toBe(1_000)
  }
})

describe('open pages', () => {
  it('are told to reload, and receive nothing of each other until the block is lifted', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const [callerPage, broadcasterPage] = [await sockets.page(caller), await sockets.page(broadcaster)]
    expect(await callerPage.emitWithAck('presence:watch', [broadcaster.id])).toEqual([
      { userId: broadcaster.id, state: 'standby' },
    ])
    const relisted = Promise.all([next(callerPage, 'chat:relisted'), next(broadcasterPage, 'chat:relisted')])
    await block(caller, broadcaster)
    await relisted
    const received = everything(callerPage)
    const broadcasterOwn = nextState(broadcasterPage, 'offline')
    await broadcaster.request('updateCallWaiting', { waiting: false })
    await broadcasterOwn
    await roundTrip(callerPage)
    expect(received).toEqual([])
    expect(await callerPage.emitWithAck('presence:watch', [broadcaster.id])).toEqual([])

    const back = next(callerPage, 'chat:relisted')
    await caller.request('removeBlock', { partnerId: broadcaster.id })
    await back
    expect(await callerPage.emitWithAck('presence:watch', [broadcaster.id])).toEqual([
      { userId: broadcaster.id, state: 'offline' },
    ])
    const change = nextState(callerPage, 'standby')
    await broadcaster.request('updateCallWaiting', { waiting: true })
    expect(await change).toEqual({ userId: broadcaster.id, state: 'standby' })
  })
})
