import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { callsHandlers } from '#server/calls/routes.ts'
import { crashingDb } from '#test/helpers/crashing-db.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
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

it('accepts a call in one transaction, and looks at its row once more when the room is open', async () => {
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
  expect(statements.filter((each) => each === 'begin')).toHaveLength(1)
  const after = statements.slice(statements.indexOf('commit') + 1)
  expect(after.filter((each) => !/^\s*select/i.test(each))).toEqual([])
  const isOfRow = (statement: string) => /^select .* from "call" where "id" =/.test(statement)
  const reads = statements.filter(isOfRow)
  expect(reads.map((read) => read.endsWith('for no key update'))).toEqual([true, false])
  expect(after.filter(isOfRow)).toHaveLength(1)
  await caller.request('endCall', { callId })
})

describe('the room of an answered call', () => {
  /** An answer, with this done before the media server is asked for the room. */
  const answering = async (beforeRoom: (callId: string, caller: Person) => Promise<unknown>) => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const { callId } = await ring(caller, broadcaster)
    const opening = vi.spyOn(world.context.media, 'openRoom').mockImplementationOnce(async (...room) => {
      await beforeRoom(callId, caller)
      return world.media.openRoom(...room)
    })
    const answer = await broadcaster.request('acceptCall', { callId })
    opening.mockRestore()
    return { answer, caller, callId }
  }

  it('is closed again when the call ended before it was open', async () => {
    const { answer, callId } = await answering((callId, caller) => caller.request('endCall', { callId }))
    expect(answer).toMatchObject({ type: 'success', call: { phase: 'ended' } })
    expect(world.media.rooms.has(callId)).toBe(false)
  })

  it('is closed by an end that had found none', async () => {
    const closing = vi.spyOn(world.context.media, 'closeRoom')
    const stored = Promise.withResolvers<void>()
    const ends: Promise<unknown>[] = []
    const { callId } = await answering(async (callId, caller) => {
      ends.push(
        world.database.sql.begin(async (lock) => {
          await lock`select from call where id = ${callId} for update`
          ends.push(caller.request('endCall', { callId }))
          await stored.promise
        }),
      )
      await expect.poll(() => closing).toHaveBeenCalledWith(callId)
    })
    expect(world.media.rooms.has(callId)).toBe(true)
    stored.resolve()
    await Promise.all(ends)
    expect(world.media.rooms.has(callId)).toBe(false)
    closing.mockRestore()
  })

  it('ends the call as failed when the media server opens none', async () => {
    world.media.refusesRooms = true
    const { answer, caller, callId } = await answering(async () => undefined)
    world.media.refusesRooms = false
    expect(answer).toMatchObject({ code: 'mediaUnavailable' })
    expect(await endOf(caller, callId)).toBe('failed')
    expect(await pointOf(caller)).toBe(1_000)
  })
})

it('stops the media clock of a call that is hung up before it waits for the locked row', async () => {
  const caller = await world.caller(1_000)
  const callId = await connectedCall(caller, await world.broadcaster())
  world.media.flow(callId, 10_000)
  const [answered] = await world.database.sql.begin(async (lock) => {
    await lock`select from call where id = ${callId} for update`
    const answer = caller.request('endCall', { callId })
    await expect.poll(() => world.media.rooms.has(callId)).toBe(false)
    return [answer]
  })
  expect(await answered).toMatchObject({ type: 'success', call: { endReason: 'byCaller', charged: 40 } })
  expect(await pointOf(caller)).toBe(960)
})

it('answers the end that a call already has', async () => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const callId = await connectedCall(caller, broadcaster)
  const answers = await Promise.all([
    caller.request('endCall', { callId }),
    broadcaster.request('endCall', { callId }),
  ])
  const end = await endOf(caller, callId)
  for (const answer of answers) expect(answer).toMatchObject({ call: { phase: 'ended', endReason: end } })
})
