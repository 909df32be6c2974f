import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { give } from '../ledger/ledger-fixture.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const { connectedCall } = callSteps(() => world)

test('a wallet shows its lots in the order in which they are spent, and no earnings to a caller', async () => {
  const caller = await world.caller(0)
  await give(world.context.db, caller.id, 1_000, { kind: 'paid', validDays: 30 })
  await give(world.context.db, caller.id, 200, { kind: 'free', validDays: 90 })
  await give(world.context.db, caller.id, 100, { kind: 'free', validDays: 10 })
  const wallet = await caller.request('getMyWallet', {})
  expect(wallet).toMatchObject({
    type: 'success',
    point: 1_300,
    held: 0,
    lots: [
      { kind: 'free', remaining: 100 },
      { kind: 'free', remaining: 200 },
      { kind: 'paid', remaining: 1_000 },
    ],
    earnings: null,
  })
  expect(await caller.request('getMyPoint', {})).toEqual({ type: 'success', point: 1_300 })
})

test('during a call the balance falls by whole increments for the caller alone, and the broadcaster sees what was earned', async () => {
  const caller = await world.caller(1_000)
  const broadcaster = await world.broadcaster({ video: 200 })
  const callId = await connectedCall(caller, broadcaster)
  world.media.flow(callId, 12_500)
  expect(await caller.request('getMyWallet', {})).toMatchObject({ point: 940, held: 200 })
  expect(await broadcaster.request('getMyPoint', {})).toMatchObject({ point: 0 })

  await caller.request('endCall', { callId })
  expect(await caller.request('getMyWallet', {})).toMatchObject({ point: 940, held: 0 })
  expect(await broadcaster.request('getMyWallet', {})).toMatchObject({
    point: 0,
    lots: [],
    earnings: { point: 24 },
  })
  expect(await world.ledgerDefects()).toEqual([])
})

test('the heartbeat answers what the meter shows, however often it is asked, and to the payer alone', async () => {
  const caller = await world.caller(500)
  const broadcaster = await world.broadcaster({ voice: 140 })
  const callId = await connectedCall(caller, broadcaster, 'voice')
  world.media.flow(callId, 6_001)
  const beat = { callId, requestId: crypto.randomUUID() }
  const first = await caller.request('payVoiceCallPoint', beat)
  // 500 points pay for 35 increments of 14 points.
  expect(first).toMatchObject({
    point: 472,
    charged: 28,
    chargedMs: 6_001,
    fundedMsLeft: 203_999,
    running: true,
  })
  expect(await caller.request('payVoiceCallPoint', beat)).toMatchObject({ point: 472, charged: 28 })

  expect(await caller.request('payVideoCallPoint', beat)).toMatchObject({ code: 'callWrongKind' })
  expect(await broadcaster.request('payVoiceCallPoint', beat)).toMatchObject({ code: 'notFound' })
  await caller.request('endCall', { callId })
  expect(await caller.request('payVoiceCallPoint', beat)).toMatchObject({ code: 'callGone' })
})

test('the history shows a call, a purchase and a grant as one line each, page by page, to their owner alone', async () => {
  const caller = await world.caller(0)
  await give(world.context.db, caller.id, 300, { kind: 'free', validDays: 10 })
  const broadcaster = await world.broadcaster({ video: 200 })
  const callId = await connectedCall(caller, broadcaster)
  world.media.flow(callId, 12_500)
  await caller.request('endCall', { callId })
  // Three lots of one order.
  const orderId = crypto.randomUUID()
  await world.database
    .sql`select grant_purchase(${orderId}, ${caller.id}, 1000, 150, 500, interval '180 days')`
  expect(await caller.request('getPointHistory', {})).toMatchObject({
    movements: [
      { purpose: 'purchase', points: 1_650, callId: null, orderId },
      { purpose: 'call', points: -60, callId, orderId: null },
      { points: 300, callId: null },
    ],
    next: null,
  })
  const first = await caller.request('getPointHistory', { limit: 1 })
  if (first.type === 'error') throw new Error(first.code)
  expect(first.movements).toMatchObject([{ purpose: 'purchase' }])
  expect(await caller.request('getPointHistory', { limit: 1, beforeId: first.next ?? 0 })).toMatchObject({
    movements: [{ purpose: 'call' }],
    next: expect.any(Number),
  })
  expect(await (await world.caller(0)).request('getPointHistory', {})).toMatchObject({
    movements: [],
    next: null,
  })
})
