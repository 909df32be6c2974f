import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptCall } from '#server/calls/actions/accept-call.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const pointOf = async (person: Person) => {
  const answer = await person.request('getMyPoint', {})
  return 'point' in answer ? answer.point : answer
}

/** Moves points as an action does: the change and its event in one transaction. */
const spend = (person: Person, points: number) =>
  inTransaction(world.context.db, async (tx) => {
    await spendPoints(tx, {
      key: crypto.randomUUID(),
      payerId: person.id,
      payeeId: null,
      points,
      purpose: 'present',
    })
    await world.context.events.publish(tx, { type: 'point:changed', memberId: person.id })
  })

it('answers from memory: a balance nobody moves is read once', async () => {
  const caller = await world.caller(1_000)
  await pointOf(caller)
  await world.database.sql`alter table account rename to account_away`
  const answers = [await pointOf(caller), await pointOf(caller)]
  await world.database.sql`alter table account_away rename to account`
  expect(answers).toEqual([1_000, 1_000])
})

it('never answers an older balance to a member who has seen a newer one', async () => {
  const caller = await world.caller(1_000)
  for (let spent = 1; spent <= 30; spent++) {
    expect(await pointOf(caller)).toBe(1_000 - spent + 1)
    await spend(caller, 1)
    expect(await pointOf(caller)).toBe(1_000 - spent)
  }
})

it('follows a change that another process committed', async () => {
  const caller = await world.caller(1_000)
  await pointOf(caller)
  await world.database.sql.begin(async (tx) => {
    await tx`select * from spend_many(${['other']}, ${[caller.id]}, ${[null]}::text[], ${[100]}, ${[100]}, ${['present']}, ${[null]}::text[])`
    await tx`select pg_notify('koyoi_events', ${JSON.stringify({ type: 'point:changed', memberId: caller.id })})`
  })
  await expect.poll(() => pointOf(caller)).toBe(900)
})

it('leaves out points that have expired', async () => {
  const caller = await world.caller(1_000)
  const expireAfter = async (seconds: number) => {
    await world.database.sql`
      update lot set expires_at = now() + make_interval(secs => ${seconds})
      where account_id = (select id from account where owner_id = ${caller.id} and kind = 'wallet')`
    await world.database.sql`
      update account set next_expiry_at = now() + make_interval(secs => ${seconds})
      where owner_id = ${caller.id} and kind = 'wallet'`
    await inTransaction(world.context.db, (tx) =>
      world.context.events.publish(tx, { type: 'point:changed', memberId: caller.id }),
    )
  }
  await expireAfter(3_600)
  await expect.poll(() => pointOf(caller)).toBe(1_000)
  await expireAfter(-1)
  await expect.poll(() => pointOf(caller)).toBe(0)
})

it('follows a call that begins after the balance was cached', async () => {
  const caller = await world.caller(3_000)
  const broadcaster = await world.broadcaster()
  await pointOf(caller)
  const callId = newCallId()
  await caller.request('sendCallRequest', { callId, partnerId: broadcaster.id, callType: 'video' })
  await acceptCall(world.context, broadcaster.id, callId)
  world.media.connect(callId)
  await world.settled()
  world.media.flow(callId, 12_000)
  expect(await pointOf(caller)).toBe(3_000 - 2 * 20)
  await broadcaster.request('endCall', { callId })
  expect(await pointOf(caller)).toBe(3_000 - 2 * 20)
})
