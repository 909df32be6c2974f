import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { callsHandlers } from '#server/calls/routes.ts'
import { crashingDb } from '#test/helpers/crashing-db.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
const { connectedCall, endOf, pointOf, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

it('reads the row of a call twice to accept it: once for the answer, once for the opened room', async () => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const { callId } = await ring(caller, broadcaster)
  const { db, statements } = crashingDb(world.database.sql)
  const answer = await callsHandlers.acceptCall({
    context: { ...world.context, db, push: { ...world.context.push, beside: () => undefined } },
    viewer: broadcaster.viewer,
    input: { callId },
    client: { address: '', userAgent: '', isMobile: false, host: '' },
    cookieHeader: broadcaster.cookie,
    cookies: [],
  })
  expect(answer).toMatchObject({ type: 'success', call: { phase: 'connecting', role: 'broadcaster' } })
  const reads = statements.filter((statement) => /^select .* from "call" where "id" =/.test(statement))
  expect(reads).toHaveLength(2)
  expect(reads.every((read) => read.endsWith('for no key update'))).toBe(true)
  await caller.ask('endCall', { callId })
})

it('stops the media clock of a call that is hung up before it waits for the locked row', async () => {
  const caller = await world.caller(1_000)
  const callId = await connectedCall(caller, await world.broadcaster())
  world.media.flow(callId, 10_000)
  const [answered] = await world.database.sql.begin(async (lock) => {
    await lock`select from call where id = ${callId} for update`
    const answer = caller.ask('endCall', { callId })
    await vi.waitFor(() => expect(world.media.rooms.has(callId)).toBe(false))
    return [answer]
  })
  expect(await answered).toMatchObject({ type: 'success', call: { endReason: 'byCaller', charged: 40 } })
  expect(await pointOf(caller)).toBe(960)
})

it('answers the end that a call already has', async () => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const callId = await connectedCall(caller, broadcaster)
  const answers = await Promise.all([
    caller.ask('endCall', { callId }),
    broadcaster.ask('endCall', { callId }),
  ])
  const end = await endOf(caller, callId)
  for (const answer of answers) expect(answer).toMatchObject({ call: { phase: 'ended', endReason: end } })
})
