import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { granted } from '../operators/operator-world.ts'

let world: TestWorld
const { ring, connectedCall } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const homeOf = async (broadcaster: Person) =>
  granted(await broadcaster.request('getBroadcasterHome', {})).home
const missedRing = async (caller: Person, broadcaster: Person) => {
  const { callId } = await ring(caller, broadcaster, 'voice')
  await caller.request('cancelCall', { callId })
}
const talk = async (caller: Person, broadcaster: Person) => {
  const callId = await connectedCall(caller, broadcaster)
  await caller.request('endCall', { callId })
  await world.settled()
  return callId
}

it('is the broadcaster’s own', async () => {
  const caller = await world.caller()
  expect(await caller.request('getBroadcasterHome', {})).toMatchObject({ code: 'forbidden' })
})

it('of a new broadcaster is empty', async () => {
  expect(await homeOf(await world.broadcaster())).toEqual({
    earned: { today: 0, yesterday: 0, month: 0 },
    waiting: [],
    searchingCallers: 0,
    unreadConversations: 0,
    unansweredReviews: 0,
    hasPayoutAccount: false,
  })
})

it('names a caller whom nobody answered until the broadcaster calls back, and nobody behind a block', async () => {
  const [caller, blocked, broadcaster] = [
    await world.caller(),
    await world.caller(),
    await world.broadcaster(),
  ]
  await missedRing(blocked, broadcaster)
  await missedRing(caller, broadcaster)
  await broadcaster.request('addBlock', { partnerId: blocked.id })
  expect((await homeOf(broadcaster)).waiting).toMatchObject([
    { partner: { id: caller.id }, reason: 'missedCall', kind: 'voice', isBusy: false, earlierCalls: 0 },
  ])
  const { callId } = await ring(broadcaster, caller, 'voice')
  await broadcaster.request('cancelCall', { callId })
  expect((await homeOf(broadcaster)).waiting).toEqual([])
})

it('names a caller who asked for a call back', async () => {
  const [caller, broadcaster] = [await world.caller(), await world.broadcaster({ standby: false })]
  const request = { requestId: newCallId(), partnerId: broadcaster.id }
  expect(await caller.request('sendVideoRequest', request)).toMatchObject({ type: 'success' })
  expect(await homeOf(broadcaster)).toMatchObject({
    waiting: [{ partner: { id: caller.id }, reason: 'videoRequest', kind: 'video' }],
    unreadConversations: 1,
  })
})

it('adds up the earnings by Japanese day and month, as the statement of the month does', async () => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const callId = await connectedCall(caller, broadcaster)
  world.media.flow(callId, 30_000)
  await caller.request('endCall', { callId })
  const { earned } = granted(await broadcaster.request('getReceipt', { callId })).receipt
  expect(earned).toBe(40)
  expect((await homeOf(broadcaster)).earned).toEqual({ today: earned, yesterday: 0, month: earned })
  const now = world.context.now
  world.context.now = () => Date.now() + 86_400_000
  expect((await homeOf(broadcaster)).earned).toMatchObject({ today: 0, yesterday: earned })
  world.context.now = now
})

it('a call shows each side its own money, and only the broadcaster how often the two have talked', async () => {
  const [caller, broadcaster] = [await world.caller(2_000), await world.broadcaster()]
  await talk(caller, broadcaster)
  const { callId, answer } = await ring(caller, broadcaster)
  expect(answer).toMatchObject({
    call: { ratePointsPerMin: 200, earnedPointsPerMin: null, earlierCalls: null },
  })
  expect(await broadcaster.request('getCall', { callId })).toMatchObject({
    call: { ratePointsPerMin: null, earnedPointsPerMin: 80, earlierCalls: 1 },
  })
  await caller.request('cancelCall', { callId })
  await talk(caller, broadcaster)
  expect(granted(await broadcaster.request('getReceipts', {})).receipts).toMatchObject([
    { earlierCalls: 1 },
    { earlierCalls: 0 },
  ])
  expect(granted(await caller.request('getReceipts', {})).receipts).toMatchObject([
    { earlierCalls: null },
    { earlierCalls: null },
  ])
})
