import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { flowSteps } from './flow-world.ts'
import { liveSteps } from './live-steps.ts'

let world: TestWorld
const { enter, receiptOf, room, watcher } = liveSteps(() => world)
const { comment, give } = flowSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  await world.database.sql`update live_flow_setting set has_devices = true`
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

/** Somebody who is in the room before anything of it has arrived. */
const arriving = async (roomId: string) => {
  const caller = await world.caller(2_000)
  const callId = newCallId()
  expect(await enter(caller, roomId, { callId })).toMatchObject({ type: 'success' })
  return { caller, callId }
}

const listed = async (person: Person) => {
  const answer = await person.request('getReceipts', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.receipts.map(({ callId, points, earned }) => ({ callId, points, earned }))
}
const paymentsOf = async (person: Person, callId: string) => {
  const answer = await person.request('getVisitPayments', { callId })
  return answer.type === 'success' ? answer.payments : answer.code
}
/** What all receipts of a member come to, as their pages add it up. */
const sumOfReceipts = async (person: Person) => {
  let sum = 0
  for (const { callId, points, earned } of await listed(person)) {
    const receipt = await receiptOf(person, callId)
    const beside = await paymentsOf(person, callId)
    if (typeof beside === 'string') throw new Error(beside)
    const whole = (receipt.points ?? receipt.earned ?? 0) + beside.reduce((all, each) => all + each.points, 0)
    expect(points ?? earned).toBe(whole)
    sum += whole
  }
  return sum
}
const statementOf = async (person: Person) => {
  const answer = await person.request('getEarningLines', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.lines.reduce((sum, { earned }) => sum + earned, 0)
}
const summaryOf = async (broadcaster: Person, roomId: string) => {
  const ended = await broadcaster.request('endLive', { roomId })
  if (ended.type === 'error') throw new Error(ended.code)
  return Object.values(ended.summary.earned).reduce((sum, each) => sum + each, 0)
}

describe('a visit in which nothing arrived', () => {
  it('leaves both sides a signed receipt of no seconds when something was paid in it', async () => {
    const { broadcaster, roomId } = await room()
    const { caller, callId } = await arriving(roomId)
    await comment(caller, roomId)
    await give(caller, roomId)
    expect(await listed(caller)).toEqual([])
    await caller.request('endCall', { callId })

    const paid = await caller.request('getReceipt', { callId })
    if (paid.type === 'error') throw new Error(paid.code)
    expect(paid.receipt).toMatchObject({
      ...{ origin: 'sideWatch', role: 'caller', points: 0, pointBack: null, lots: [], segments: [] },
      ...{ connectedSec: 0, chargedSec: 0, chargedIncrements: 0, uncharged: [] },
    })
    expect(Date.parse(paid.receipt.startedAt)).toBeLessThanOrEqual(Date.parse(paid.receipt.endedAt))
    expect(await caller.request('verifyReceipt', { text: paid.signed })).toMatchObject({ type: 'success' })
    expect(await receiptOf(broadcaster, callId)).toMatchObject({ role: 'broadcaster', earned: 0 })
    expect(await listed(caller)).toEqual([{ callId, points: 70, earned: null }])
    expect(await listed(broadcaster)).toEqual([{ callId, points: null, earned: 28 }])
    expect(await sumOfReceipts(caller)).toBe(70)
    expect(await sumOfReceipts(broadcaster)).toBe(28)
    expect(await statementOf(broadcaster)).toBe(28)
    expect(await summaryOf(broadcaster, roomId)).toBe(28)
    expect(await (await world.caller()).request('getReceipt', { callId })).toMatchObject({ code: 'notFound' })
  })

  it('leaves none when nothing was paid', async () => {
    const { broadcaster, roomId } = await room()
    const { caller, callId } = await arriving(roomId)
    await caller.request('endCall', { callId })
    for (const person of [caller, broadcaster]) {
      expect(await person.request('getReceipt', { callId })).toMatchObject({ code: 'notFound' })
      expect(await listed(person)).toEqual([])
    }
  })

  it('tells the broadcaster nothing of a visit in which only an order without a name was paid', async () => {
    const { broadcaster, roomId } = await room()
    const menuId = newCallId()
    await broadcaster.request('saveMyLiveMenu', {
      items: [{ menuId, name: 'ゆらゆら', points: 100, seconds: 10 }],
    })
    const { caller, callId } = await arriving(roomId)
    const orderId = newCallId()
    expect(
      await caller.request('payLovenseMenuPoint', {
        ...{ roomId, orderId, menuId, expectedPoints: 100, isAnonymous: true },
      }),
    ).toMatchObject({ type: 'success' })
    await caller.request('endCall', { callId })
    // What is only held isn't paid.
    expect(await listed(caller)).toEqual([])
    const done = await broadcaster.request('handleLiveMenu', {
      ...{ roomId, action: { type: 'acknowledge', orderId } },
    })
    expect(done).toMatchObject({ type: 'success' })
    expect(await listed(caller)).toEqual([{ callId, points: 100, earned: null }])
    expect(await sumOfReceipts(caller)).toBe(100)
    expect(await listed(broadcaster)).toEqual([])
    expect(await broadcaster.request('getReceipt', { callId })).toMatchObject({ code: 'notFound' })
    expect(await statementOf(broadcaster)).toBe(40)
    expect(await summaryOf(broadcaster, roomId)).toBe(40)
  })

  it('stands in the list where it began, page by page', async () => {
    const { broadcaster, roomId } = await room()
    const person = await world.caller(3_000)
    const visits = ['media', 'nothing', 'media', 'nothing'].map((what) => ({ what, callId: newCallId() }))
    for (const { what, callId } of visits) {
      await enter(person, roomId, { callId })
      if (what === 'media') {
        world.media.connect(callId)
        await world.settled()
      }
      await comment(person, roomId)
      await person.request('endCall', { callId })
    }
    const expected = visits.map(({ callId }) => callId).toReversed()
    expect((await listed(person)).map(({ callId }) => callId)).toEqual(expected)
    const first = await person.request('getReceipts', { limit: 2 })
    if (first.type === 'error') throw new Error(first.code)
    const before = first.receipts.at(-1)?.startedAt ?? ''
    const second = await person.request('getReceipts', { limit: 2, before })
    if (second.type === 'error') throw new Error(second.code)
    const pages = [...first.receipts, ...second.receipts].map(({ callId }) => callId)
    expect([pages, first.more, second.more]).toEqual([expected, true, false])
    expect((await listed(broadcaster)).map(({ callId }) => callId)).toEqual(expected)
  })
})

describe('a live call', () => {
  it('has what was paid during it on its own receipt, and the visit what was paid before', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: caller, callId: visit } = await watcher(roomId, 2_000)
    world.media.flow(visit, 10_000 + 7_000)
    await comment(caller, roomId)
    const callId = newCallId()
    await caller.request('sendCallRequest', {
      ...{ callId, partnerId: broadcaster.id, callType: 'live', expectedRatePointsPerMin: 300 },
    })
    expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({ type: 'success' })
    world.media.connect(callId)
    await world.settled()
    world.media.flow(callId, 7_000)
    await give(caller, roomId)
    await comment(caller, roomId)
    await caller.request('endCall', { callId })

    expect(await paymentsOf(caller, visit)).toEqual([{ kind: 'comment', name: '', quantity: 1, points: 20 }])
    expect(await paymentsOf(caller, callId)).toEqual([
      { kind: 'comment', name: '', quantity: 1, points: 20 },
      { kind: 'present', name: 'お花', quantity: 1, points: 50 },
    ])
    expect(await listed(caller)).toEqual([
      { callId, points: 60 + 70, earned: null },
      { callId: visit, points: 40 + 20, earned: null },
    ])
    expect(await sumOfReceipts(caller)).toBe(190)
    expect(await sumOfReceipts(broadcaster)).toBe(76)
    expect(await statementOf(broadcaster)).toBe(76)
    expect(await summaryOf(broadcaster, roomId)).toBe(76)
  })
})
