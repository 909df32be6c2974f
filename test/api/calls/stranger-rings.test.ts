import { afterAll, beforeAll, expect, it } from 'vitest'
import { strangerRingsMaxMs } from '#domain/calls/timing.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'
import { randomSteps } from './random-steps.ts'

let world: TestWorld
const { connectedCall, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

/**
 * Rings without an answer that occupied the broadcaster's seat for so many seconds in all, the newest a
 * minute ago.
 */
const unanswered = async (broadcaster: Person, seconds: number, callers: readonly Person[]) => {
  for (const caller of callers) {
    await world.database.sql`
      insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, end_reason,
        requested_at, ended_at)
      values (${newCallId()}, 'video', ${caller.id}, ${broadcaster.id}, ${caller.id}, 200, 'ended', 'missed',
        now() - interval '1 minute' - make_interval(secs => ${seconds / callers.length}), now() - interval '1 minute')`
  }
}
const verify = ({ id }: Person) => world.database.sql`
  insert into member_phone (member_id, number_key, number_encrypted, verified_at)
  values (${id}, ${`key of ${id}`}, '', now())`
const people = async (count: number) => {
  const callers: Person[] = []
  for (let nth = 0; nth < count; nth += 1) callers.push(await world.caller())
  return callers
}
const maxSec = strangerRingsMaxMs / 1_000
const tooMany = { code: 'callTooManyNewcomers' }
const rung = { type: 'success' }

it('strangers occupy a broadcaster’s seat for their share of an hour; established or known callers still ring', async () => {
  const broadcaster = await world.broadcaster()
  const invented = await people(4)
  const [stranger, verified, known] = [await world.caller(), await world.caller(), await world.caller()]
  await verify(verified)
  const earlier = await connectedCall(known, broadcaster)
  await known.request('endCall', { callId: earlier })
  const cancel = async ({ callId, answer }: Awaited<ReturnType<typeof ring>>, by: Person) => {
    await by.request('cancelCall', { callId })
    return answer
  }
  await unanswered(broadcaster, maxSec - 10, invented)
  expect(await cancel(await ring(stranger, broadcaster), stranger)).toMatchObject(rung)
  await unanswered(broadcaster, 10, invented)
  expect((await ring(stranger, broadcaster)).answer).toMatchObject(tooMany)
  expect(await cancel(await ring(verified, broadcaster), verified)).toMatchObject(rung)
  expect(await cancel(await ring(known, broadcaster), known)).toMatchObject(rung)
  expect(await cancel(await ring(stranger, await world.broadcaster()), stranger)).toMatchObject(rung)
  // A broadcaster calls anybody back.
  expect(await cancel(await ring(broadcaster, stranger), broadcaster)).toMatchObject(rung)
  await world.database.sql`
    update call set requested_at = requested_at - interval '1 hour' where broadcaster_id = ${broadcaster.id}`
  expect(await cancel(await ring(stranger, broadcaster), stranger)).toMatchObject(rung)
})

it('rings of established callers use nothing of that share', async () => {
  const broadcaster = await world.broadcaster()
  const verified = await people(4)
  for (const caller of verified) await verify(caller)
  await unanswered(broadcaster, maxSec, verified)
  const stranger = await world.caller()
  const { callId, answer } = await ring(stranger, broadcaster)
  expect(answer).toMatchObject(rung)
  await stranger.request('cancelCall', { callId })
})

it('a stranger who waits for a random call delays nobody for a broadcaster whose share is used up', async () => {
  const { request, waitingFor } = randomSteps(() => world)
  await world.database.sql`update broadcaster set standby_since = null`
  const broadcaster = await waitingFor(60)
  await unanswered(broadcaster, maxSec, await people(4))
  const [stranger, verified] = [await world.caller(), await world.caller()]
  await verify(verified)
  expect((await request(stranger)).waiting).toMatchObject({ ahead: 0 })
  expect((await request(verified)).partnerId).toBe(broadcaster.id)
})
