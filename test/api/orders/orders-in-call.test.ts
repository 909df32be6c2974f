import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { billDueCalls } from '#server/calls/actions/bill-calls.ts'
import { reportCalls } from '#server/calls/media/meter-loop.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { createTestWorld, newCallId, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { passDueTime } from '../ledger/ledger-fixture.ts'
import { buy, buyerIn, confirmed, expectSound, orderIn } from './orders-world.ts'

let world: TestWorld
const { connectedCall, endOf } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
afterEach(() => expectSound(world))

/** The caller has a saved card, and points for one minute. */
const inCall = async () => {
  const caller = await buyerIn(world)
  await buy(caller, 'sandbox-decline', confirmed('c1000'), true)
  const card = await buy(caller, 'sandbox-approve', confirmed('c1000'), true)
  expect(card.state).toBe('granted')
  await world.database.sql`update lot set expires_at = now() - interval '1 second'
    where account_id = (select id from account where kind = 'wallet' and owner_id = ${caller.id})`
  await world.database.sql`update account set next_expiry_at = now() - interval '1 second'
    where kind = 'wallet' and owner_id = ${caller.id}`
  const minute = { key: 'minute', memberId: caller.id, points: 200, kind: 'free', purpose: 'demo' } as const
  await grantPoints(world.database.db, minute)
  const broadcaster = await world.broadcaster()
  return { caller, callId: await connectedCall(caller, broadcaster) }
}

it('the meter counts a quick charge at once, and the call goes on beyond what was funded', async () => {
  const { caller, callId } = await inCall()
  world.media.flow(callId, 50_000)
  const beat = { callId, requestId: newCallId() }
  expect(await caller.request('payVideoCallPoint', beat)).toMatchObject({ fundedMsLeft: 10_000, point: 20 })

  expect(orderIn(await caller.request('quickCharge', confirmed('c3000', 0))).state).toBe('granted')
  expect(await caller.request('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
    point: 20 + 3_150,
    fundedMsLeft: 10_000 + (3_150 / 200) * 60_000 - ((3_150 % 20) / 200) * 60_000,
  })

  await reportCalls(world.context)
  await passDueTime(world.context.db)
  await billDueCalls(world.context)
  world.media.flow(callId, 30_000)
  await world.settled()
  expect(await endOf(caller, callId)).toBeNull()
  expect(await caller.request('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
    chargedMs: 80_000,
    running: true,
  })
  await caller.request('endCall', { callId })
})

it('a quick charge in the last second keeps the call', async () => {
  const { caller, callId } = await inCall()
  world.media.flow(callId, 59_000)
  await caller.request('quickCharge', confirmed('c1000', 0))
  world.media.flow(callId, 20_000)
  await world.settled()
  world.media.flow(callId, 20_000)
  await world.settled()
  expect(await endOf(caller, callId)).toBeNull()
  await caller.request('endCall', { callId })
})
