import { afterAll, beforeAll, expect, it } from 'vitest'
import { endCallsAcrossBlocks } from '#server/calls/calls-across-blocks.ts'
import { freeOrphanSeats } from '#server/calls/orphan-seats.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
const { connectedCall, endOf, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

it('ends the call of a block whose process died before it hung up, and no other call', async () => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const callId = await connectedCall(caller, broadcaster)
  const other = await connectedCall(await world.caller(1_000), await world.broadcaster())
  await world.database.sql`
    insert into member_block (member_id, partner_id) values (${broadcaster.id}, ${caller.id})`
  await endCallsAcrossBlocks(world.context)
  const ends = await world.database.sql`
    select id, end_reason from call where id in (${callId}, ${other}) order by end_reason nulls last`
  expect(ends).toEqual([
    { id: callId, end_reason: 'byBroadcaster' },
    { id: other, end_reason: null },
  ])
})

it('frees the seat of an ended call, and no other seat', async () => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const ended = await ring(caller, broadcaster)
  await caller.request('cancelCall', { callId: ended.callId })
  expect(await endOf(caller, ended.callId)).toBe('cancelled')
  const running = await ring(await world.caller(1_000), broadcaster)
  await world.database.sql`insert into call_seat (member_id, call_id) values (${caller.id}, ${ended.callId})`
  const errors: unknown[] = []
  const log = { ...world.context.log, error: (...line: unknown[]) => errors.push(line) }
  await freeOrphanSeats({ ...world.context, log })
  expect(errors).toEqual([['seat-of-ended-call', { memberId: caller.id, callId: ended.callId }]])
  expect(await world.database.sql`select from call_seat where member_id = ${caller.id}`).toHaveLength(0)
  expect(await world.database.sql`select from call_seat where call_id = ${running.callId}`).toHaveLength(2)
})
