import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'
import { randomSteps } from './random-steps.ts'

let world: TestWorld
const { age, endOf } = callSteps(() => world)
const { request, waitingFor } = randomSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
beforeEach(async () => {
  await world.database.sql`update broadcaster set standby_since = null`
  await world.database.sql`delete from random_place`
})
afterEach(async () => {
  await endCalls()
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const endCalls = async () => {
  for (const { id } of await world.database.sql`select id from call where phase <> 'ended'`) await age(id, 30)
}
const askedAgo = (person: Person, seconds: number) =>
  world.database
    .sql`update random_place set asked_at = now() - make_interval(secs => ${seconds}) where caller_id = ${person.id}`

describe('a random call', () => {
  it("rings the broadcaster who has waited longest, as a video call at that broadcaster's rate, with a minute held", async () => {
    const caller = await world.caller(1_000)
    await waitingFor(10)
    const broadcaster = await waitingFor(60, { video: 150 })
    const callId = newCallId()
    expect(await caller.request('requestRandomCall', { callId })).toMatchObject({
      type: 'success',
      waiting: null,
      matched: {
        callId,
        app_id: 'koyoi',
        call: {
          kind: 'video',
          origin: 'random',
          phase: 'ringing',
          dialled: true,
          ratePointsPerMin: 150,
          partner: { id: broadcaster.id },
        },
      },
    })
    expect(await caller.request('getMyWallet', {})).toMatchObject({ held: 150 })
    await expect
      .poll(() => broadcaster.request('checkIncomingCall', {}))
      .toMatchObject({ incomingInfo: { sender_id: caller.id, call_type: 'random' } })
    expect((await request(caller, callId)).partnerId).toBe(broadcaster.id)
    expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({ call: { origin: 'random' } })
  })

  it('skips broadcasters above the price on the button, without video, busy or not on standby', async () => {
    const caller = await world.caller()
    await waitingFor(90, { video: 210 })
    await waitingFor(80, { video: null })
    const busy = await waitingFor(70)
    await (await world.caller()).request('sendCallRequest', {
      callId: newCallId(),
      partnerId: busy.id,
      callType: 'voice',
    })
    const asleep = await waitingFor(65)
    await world.database.sql`update presence set here_until = now() where member_id = ${asleep.id}`
    await world.broadcaster({ standby: false })
    expect((await request(caller)).waiting).toMatchObject({ ahead: 0 })
    const free = await waitingFor(5)
    expect((await request(caller)).partnerId).toBe(free.id)
  })

  it('skips a block of either side, a minor, and an account with the same device or phone number', async () => {
    const caller = await world.caller()
    const [blocked, blocking, young, twin, sister, guest] = [
      await waitingFor(90),
      await waitingFor(80),
      await waitingFor(70),
      await waitingFor(60),
      await waitingFor(50),
      await waitingFor(40),
    ]
    await caller.request('addBlock', { partnerId: blocked.id })
    await blocking.request('addBlock', { partnerId: caller.id })
    const { sql } = world.database
    await sql`update member set born_on = now() - interval '17 years', born_on_stated_at = now() where id = ${young.id}`
    await sql`update member set device_key = 'one device' where id in ${sql([caller.id, twin.id])}`
    await sql`update member set phone_keys = array[id, 'one number'] where id in ${sql([caller.id, sister.id])}`
    for (const id of [caller.id, guest.id])
      await sql`insert into known_device values (${id}, 'a shared browser', now(), now())`
    expect((await request(caller)).waiting).not.toBeNull()
    const broadcaster = await waitingFor(1)
    expect((await request(caller)).partnerId).toBe(broadcaster.id)
  })

  it("skips the caller's last three partners, whatever the outcome, and rings the fourth last again", async () => {
    const caller = await world.caller()
    const women = [await waitingFor(40), await waitingFor(30), await waitingFor(20), await waitingFor(10)]
    const met: string[] = []
    for (let time = 0; time < 6; time += 1) {
      const { callId, partnerId } = await request(caller)
      met.push(partnerId ?? '')
      const broadcaster = women.find(({ id }) => id === partnerId)
      await (time % 2
        ? caller.request('cancelCall', { callId })
        : broadcaster?.request('declineCall', { callId }))
    }
    expect(met).toEqual([...women, ...women.slice(0, 2)].map(({ id }) => id))
  })

  it('moves a broadcaster to the end after a ring without an answer, and not after one that was cancelled', async () => {
    const [absent, other] = [await waitingFor(60), await waitingFor(30)]
    const hasty = await world.caller()
    const resumed = await request(hasty)
    expect(resumed.partnerId).toBe(absent.id)
    await hasty.request('cancelCall', { callId: resumed.callId })
    const missed = await request(await world.caller())
    expect(missed.partnerId).toBe(absent.id)
    await age(missed.callId, 30)
    expect(await endOf(absent, missed.callId)).toBe('missed')
    expect((await request(await world.caller())).partnerId).toBe(other.id)
  })

  it('is refused with a sentence', async () => {
    const broadcaster = await waitingFor(10)
    expect((await request(broadcaster)).code).toBe('callSameRole')
    expect((await request(await world.caller(19))).code).toBe('insufficientPoints')
    const young = await world.caller()
    await world.database
      .sql`update member set born_on = now() - interval '17 years', born_on_stated_at = now() where id = ${young.id}`
    expect((await request(young)).code).toBe('underAge')
    const caller = await world.caller()
    const { callId } = await request(caller)
    expect((await request(caller)).code).toBe('callAlreadyInCall')
    expect((await request(await world.caller(), callId)).code).toBe('idempotencyMismatch')
    await broadcaster.request('declineCall', { callId })
    expect((await request(caller, callId)).code).toBe('callGone')
  })
})

describe('a caller who waits', () => {
  it('reads how many have waited longer and, once there were matches, for how long', async () => {
    await world.database.sql`update call set requested_at = requested_at - interval '1 hour'`
    const [first, second] = [await world.caller(), await world.caller()]
    const { callId } = await request(first)
    expect((await request(second)).waiting).toMatchObject({ ahead: 1, estimateSec: null })
    const since = (await request(first, callId)).waiting?.since
    expect((await request(first, callId)).waiting).toEqual({ since, ahead: 0, estimateSec: null })
    await waitingFor(1)
    expect((await request(first, callId)).partnerId).not.toBeNull()
    expect((await request(second)).waiting).toMatchObject({ ahead: 0, estimateSec: 600 })
  })

  it('is served in turn: a caller who asks in between gets only whom those ahead leave', async () => {
    const [first, second, third] = [await world.caller(), await world.caller(), await world.caller()]
    const ids = new Map<Person, string>()
    for (const person of [first, second, third]) ids.set(person, (await request(person)).callId)
    const [longest, other] = [await waitingFor(60), await waitingFor(30)]
    expect((await request(third, ids.get(third))).waiting).toMatchObject({ ahead: 2 })
    expect((await request(second, ids.get(second))).partnerId).toBe(other.id)
    expect((await request(first, ids.get(first))).partnerId).toBe(longest.id)
  })

  it('loses the place 10 s after the last request, and delays nobody', async () => {
    const [gone, next] = [await world.caller(), await world.caller()]
    const { callId } = await request(gone)
    await request(next)
    await askedAgo(gone, 11)
    expect((await request(next)).waiting).toMatchObject({ ahead: 0 })
    expect((await request(gone, callId)).waiting).toMatchObject({ ahead: 1 })
  })

  it('keeps the place when the matched broadcaster declines', async () => {
    const [first, second] = [await world.caller(), await world.caller()]
    const { callId } = await request(first)
    await request(second)
    const broadcaster = await waitingFor(10)
    await request(first, callId)
    await broadcaster.request('declineCall', { callId })
    expect((await request(first)).waiting).toMatchObject({ ahead: 0 })
    expect((await request(second)).partnerId).toBe(broadcaster.id)
  })

  it('goes on waiting while a broadcaster rings, and delays nobody meanwhile', async () => {
    const [caller, next] = [await world.caller(), await world.caller()]
    const { callId } = await request(caller)
    const ringing = await waitingFor(10)
    const rings = newCallId()
    await ringing.request('sendCallRequest', { callId: rings, partnerId: caller.id, callType: 'video' })
    const free = await waitingFor(5)
    expect((await request(caller, callId)).waiting).not.toBeNull()
    expect((await request(next)).partnerId).toBe(free.id)
    await ringing.request('cancelCall', { callId: rings })
  })

  it('rings and cancels at most twenty times a minute', async () => {
    for (let count = 0; count < 5; count += 1) await waitingFor(10 + count)
    const caller = await world.caller()
    for (let time = 0; time < 20; time += 1) {
      const { callId, partnerId } = await request(caller)
      expect(partnerId).not.toBeNull()
      await caller.request('cancelRandomCall', { callId })
    }
    expect((await request(caller)).waiting).toMatchObject({ ahead: 0 })
    expect((await request(await world.caller())).partnerId).not.toBeNull()
  })

  it('leaves a broadcaster to others who may not be rung by this caller any more in this minute', async () => {
    const [caller, next] = [await world.caller(), await world.caller()]
    const { callId } = await request(caller)
    await request(next)
    // Refused rings count as well, so this costs nothing.
    for (let time = 0; time < 20; time += 1)
      await caller.request('sendCallRequest', {
        callId: newCallId(),
        partnerId: caller.id,
        callType: 'video',
      })
    const broadcaster = await waitingFor(10)
    expect((await request(caller, callId)).waiting).not.toBeNull()
    expect((await request(next)).partnerId).toBe(broadcaster.id)
  })

  it('gives up the place and a ring that has begun by cancelling', async () => {
    const caller = await world.caller()
    const { callId } = await request(caller)
    expect(await caller.request('cancelRandomCall', { callId })).toEqual({ type: 'success' })
    expect((await request(await world.caller())).waiting).toMatchObject({ ahead: 0 })
    await world.database.sql`delete from random_place where caller_id <> ${caller.id}`
    const broadcaster = await waitingFor(10)
    const rung = await request(caller)
    for (let time = 0; time < 2; time += 1)
      expect(await caller.request('cancelRandomCall', { callId: rung.callId })).toEqual({ type: 'success' })
    expect(await endOf(broadcaster, rung.callId)).toBe('cancelled')
    expect(await caller.request('getMyWallet', {})).toMatchObject({ held: 0 })
    const other = await world.caller()
    const ofBroadcaster = await request(other)
    await caller.request('cancelRandomCall', { callId: ofBroadcaster.callId })
    expect(await endOf(other, ofBroadcaster.callId)).toBeNull()
  })
})
