import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
const { connectedCall, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const unseenBy = async (person: Person) => {
  const answer = await person.request('getUnseenCallEnd', {})
  return answer.type === 'success' ? (answer.call?.callId ?? null) : answer.code
}

/** A call of 40 s that the broadcaster hung up. */
const endedCall = async (caller: Person, broadcaster: Person) => {
  const callId = await connectedCall(caller, broadcaster)
  world.media.flow(callId, 40_000)
  await broadcaster.request('endCall', { callId })
  return callId
}

describe('the end of a call that no page has shown', () => {
  it('is shown once, to the side that did not hang up, on whichever device asks first', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const callId = await endedCall(caller, broadcaster)
    expect(await caller.request('getUnseenCallEnd', {})).toMatchObject({
      call: { callId, endReason: 'byBroadcaster', callDurationSec: 40 },
    })
    expect(await unseenBy(broadcaster)).toBeNull()
    expect(await caller.request('markCallEndSeen', { callId })).toEqual({ type: 'success' })
    expect(await unseenBy(caller)).toBeNull()
  })

  it('is the newest one, which takes the ones before with it', async () => {
    const [caller, broadcaster] = [await world.caller(2_000), await world.broadcaster()]
    await endedCall(caller, broadcaster)
    const callId = await endedCall(caller, broadcaster)
    expect(await unseenBy(caller)).toBe(callId)
    await caller.request('markCallEndSeen', { callId })
    expect(await unseenBy(caller)).toBeNull()
  })

  it('waits for the end of a call that runs, and no longer than 24 h', async () => {
    const [caller, broadcaster] = [await world.caller(2_000), await world.broadcaster()]
    const callId = await endedCall(caller, broadcaster)
    const next = await connectedCall(caller, broadcaster)
    expect(await unseenBy(caller)).toBeNull()
    await caller.request('endCall', { callId: next })
    expect(await unseenBy(caller)).toBe(callId)
    await world.database.sql`update call set ended_at = ended_at - interval '24 hours' where id = ${callId}`
    expect(await unseenBy(caller)).toBeNull()
  })

  it('is nothing after a ring that was missed, declined or cancelled', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const { callId } = await ring(caller, broadcaster)
    await broadcaster.request('declineCall', { callId })
    expect(await unseenBy(caller)).toBeNull()
    expect(await unseenBy(broadcaster)).toBeNull()
  })

  it('is not shown between two who have blocked each other', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    await endedCall(caller, broadcaster)
    await broadcaster.request('addBlock', { partnerId: caller.id })
    expect(await unseenBy(caller)).toBeNull()
  })

  it('can be marked by its two sides alone, and not while the call runs', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const callId = await connectedCall(caller, broadcaster)
    expect(await caller.request('markCallEndSeen', { callId })).toMatchObject({ code: 'notFound' })
    await broadcaster.request('endCall', { callId })
    const stranger = await world.caller(0)
    for (const id of [callId, newCallId()])
      expect(await stranger.request('markCallEndSeen', { callId: id })).toMatchObject({ code: 'notFound' })
    expect(await unseenBy(caller)).toBe(callId)
  })
})
