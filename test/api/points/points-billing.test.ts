import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBilling } from '#server/calls/billing/billing.ts'
import { msUntilNextDue } from '#server/points/metering/metering.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { passDueTime } from '../ledger/ledger-fixture.ts'

let world: TestWorld
const { connectedCall } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const fundedMsOf = async (callId: string) => {
  const { rows } = await sql<{ ms: number }>`
    select funded_increments * increment_ms() as ms from meter where call_id = ${callId}`.execute(
    world.context.db,
  )
  return rows[0]?.ms
}

test('the biller sleeps until the next call is due, and no longer than half a second', async () => {
  const { db } = world.context
  expect(await msUntilNextDue(db)).toBe(Number.POSITIVE_INFINITY)
  const billing = createBilling(world.context)
  expect(await billing.round()).toBe(500)

  const caller = await world.caller()
  const callId = await connectedCall(caller, await world.broadcaster())
  const dueInMs = await msUntilNextDue(db)
  expect(dueInMs).toBeGreaterThan(30_000)
  expect(dueInMs).toBeLessThanOrEqual(45_000)

  await passDueTime(db)
  expect(await msUntilNextDue(db)).toBe(0)
  await billing.round()
  await billing.settled()
  expect(await msUntilNextDue(db)).toBeGreaterThan(30_000)
  await caller.request('endCall', { callId })
  expect(await msUntilNextDue(db)).toBe(Number.POSITIVE_INFINITY)
})

test('an unreachable room keeps no other call waiting for its funds', async () => {
  const billing = createBilling(world.context)
  const calls: string[] = []
  for (let index = 0; index < 2; index++) {
    calls.push(await connectedCall(await world.caller(), await world.broadcaster()))
  }
  const [lost = ''] = calls
  let arrive = () => {}
  const outOfReach = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { extendFunding } = world.media
  world.media.extendFunding = async (roomId, fundedMs) => {
    if (roomId === lost) await outOfReach
    await extendFunding(roomId, fundedMs)
  }
  for (const fundedMs of [120_000, 180_000]) {
    for (const callId of calls) {
      await world.database
        .sql`update meter set charged_ms = ${fundedMs - 70_000}, next_due_at = now() where call_id = ${callId}`
    }
    await billing.round()
    expect(await Promise.all(calls.map(fundedMsOf))).toEqual([fundedMs, fundedMs])
  }
  expect(world.media.seats.get(lost)?.fundedMs).toBe(60_000)

  arrive()
  await billing.settled()
  expect(calls.map((callId) => world.media.seats.get(callId)?.fundedMs)).toEqual([180_000, 180_000])
  world.media.extendFunding = extendFunding
})
