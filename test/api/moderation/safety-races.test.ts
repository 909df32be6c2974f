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

const block = (from: Person, to: Person) => from.ask('addBlock', { partnerId: to.id })
const success = { type: 'success' }

describe('a block while it rings', () => {
  it('ends the ring for both, gives the minute back, and tells the dialler nothing new', async () => {
    const [him, her] = [await world.caller(1_000), await world.broadcaster()]
    const { callId } = await ring(him, her)
    await expect.poll(() => world.context.incoming.of(her.id)?.channel_id, { timeout: 10_000 }).toBe(callId)
    expect(await block(her, him)).toEqual(success)
    expect(await endOf(him, callId)).toBe('declined')
    expect(await pointOf(him)).toBe(1_000)
    await expect
      .poll(async () => her.ask('checkIncomingCall', {}), { timeout: 10_000 })
      .toMatchObject({ incomingInfo: null })
    expect((await ring(him, her)).answer).toMatchObject({ code: 'partnerUnavailable' })
    expect((await ring(her, him)).answer).toMatchObject({ code: 'partnerUnavailable' })
  })

  it('is a dialler who gave up, when he sets it himself', async () => {
    const [him, her] = [await world.caller(1_000), await world.broadcaster()]
    const { callId } = await ring(him, her)
    await block(him, her)
    expect(await endOf(her, callId)).toBe('cancelled')
  })

  it('leaves calls with others alone', async () => {
    const [him, her, other] = [await world.caller(), await world.broadcaster(), await world.caller()]
    const callId = await connectedCall(other, her)
    await block(her, him)
    expect(await endOf(other, callId)).toBeNull()
    await other.ask('endCall', { callId })
  })
})

describe('a block in a call', () => {
  it.each(['him', 'her'] as const)('hangs up for %s, and is settled once', async (who) => {
    const people = { him: await world.caller(1_000), her: await world.broadcaster() }
    const callId = await connectedCall(people.him, people.her)
    world.media.flow(callId, 10_000)
    const other = who === 'him' ? people.her : people.him
    const answers = await Promise.all([
      block(people[who], other),
      block(people[who], other),
      other.ask('endCall', { callId }),
    ])
    expect(answers.slice(0, 2)).toEqual([success, success])
    expect(['byCaller', 'byBroadcaster']).toContain(await endOf(people.him, callId))
    expect(await pointOf(people.him)).toBe(960)
    expect(await people.him.ask('getReceipt', { callId })).toMatchObject({ receipt: { points: 40 } })
    expect(world.media.rooms.has(callId)).toBe(false)
  })

  it('is an ordinary hang-up to the other side', async () => {
    const [him, her] = [await world.caller(1_000), await world.broadcaster()]
    const callId = await connectedCall(him, her)
    await block(him, her)
    expect(await endOf(her, callId)).toBe('byCaller')
  })
})

it('a block and a ring at once leave no call between the two, whichever is first', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [him, her] = [await world.caller(1_000), await world.broadcaster()]
    const [dialler, callee] = round % 2 ? [him, her] : [her, him]
    await Promise.all([ring(dialler, callee), block(round % 3 ? him : her, round % 3 ? her : him)])
    expect(await openCallsOf(world.context.db, [him.id, her.id])).toEqual([])
    expect(await pointOf(him)).toBe(1_000)
  }
})

describe('open pages', () => {
  it('are told to look again, and hear nothing of each other until the block is lifted', async () => {
    const [him, her] = [await world.caller(), await world.broadcaster()]
    const [hisPage, herPage] = [await sockets.page(him), await sockets.page(her)]
    expect(await hisPage.emitWithAck('presence:watch', [her.id])).toEqual([
      { userId: her.id, state: 'standby' },
    ])
    const told = Promise.all([next(hisPage, 'chat:relisted'), next(herPage, 'chat:relisted')])
    await block(him, her)
    await told
    const heard = everything(hisPage)
    const herOwn = nextState(herPage, 'offline')
    await her.ask('updateCallWaiting', { waiting: false })
    await herOwn
    await roundTrip(hisPage)
    expect(heard).toEqual([])
    expect(await hisPage.emitWithAck('presence:watch', [her.id])).toEqual([])

    const back = next(hisPage, 'chat:relisted')
    await him.ask('removeBlock', { partnerId: her.id })
    await back
    expect(await hisPage.emitWithAck('presence:watch', [her.id])).toEqual([
      { userId: her.id, state: 'offline' },
    ])
    const news = nextState(hisPage, 'standby')
    await her.ask('updateCallWaiting', { waiting: true })
    expect(await news).toEqual({ userId: her.id, state: 'standby' })
  })
})
