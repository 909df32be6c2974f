import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import type { PresenceChanged } from '#contract/people/people.ts'
import { newCallId, type Person } from '#test/helpers/test-world.ts'
import {
  type Client,
  everything,
  next,
  nextCall,
  nextState,
  openSocketsWorld,
  roundTrip,
  type SocketsWorld,
} from './sockets-world.ts'

let sockets: SocketsWorld
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
afterEach(async () => {
  sockets.skewMs = 0
  await sockets.closePages()
})
afterAll(() => sockets.close())

const ring = (from: Person, to: Person, callId = newCallId()) =>
  from.request('sendCallRequest', { callId, partnerId: to.id, callType: 'video' })

describe('presence', () => {
  it('lasts while a member has a page open, whatever its beats, until the last page closes', async () => {
    const broadcaster = await sockets.world.broadcaster({ standby: false })
    const [first, second] = [await sockets.page(broadcaster), await sockets.page(broadcaster)]
    const { presence } = sockets.world.context
    expect(presence.isHere(broadcaster.id)).toBe(true)
    first.disconnect()
    second.emit('presence:beat')
    await expect.poll(() => sockets.io.sockets.sockets.size).toBe(1)
    expect(presence.isHere(broadcaster.id)).toBe(true)
    second.disconnect()
    await expect.poll(() => presence.isHere(broadcaster.id)).toBe(false)
  })
})

describe('a ring', () => {
  it('is sent at once, to each side its own view, then that it is over, then the end', async () => {
    const caller = await sockets.world.caller(1_000)
    const broadcaster = await sockets.world.broadcaster()
    const [ofCaller, ofBroadcaster] = [await sockets.page(caller), await sockets.page(broadcaster)]
    const callId = newCallId()
    const rings = next(ofBroadcaster, 'call:incoming')
    await ring(caller, broadcaster, callId)
    const info: IncomingCallInfo = await rings
    expect(info).toMatchObject({ sender_id: caller.id, channel_id: callId, call_type: 'video' })

    const over = next(ofBroadcaster, 'call:incoming-over')
    const connecting = nextCall(ofCaller, ({ phase }) => phase === 'connecting')
    await broadcaster.request('acceptCall', { callId })
    expect(await over).toEqual({ channel_id: callId })
    expect(await connecting).toMatchObject({
      callId,
      role: 'caller',
      dialled: true,
      partner: { id: broadcaster.id },
    })

    const ends = Promise.all(
      [ofCaller, ofBroadcaster].map((client) => nextCall(client, ({ phase }) => phase === 'ended')),
    )
    await broadcaster.request('endCall', { callId })
    const [callerEnd, broadcasterEnd] = await ends
    expect(callerEnd).toMatchObject({ role: 'caller', endReason: 'byBroadcaster', charged: 0 })
    expect(broadcasterEnd).toMatchObject({ role: 'broadcaster', endReason: 'byBroadcaster', charged: null })
  })

  it('that is answered on the phone stops the laptop within 300 ms of the answer', async () => {
    const caller = await sockets.world.caller(1_000)
    const phone = await sockets.world.broadcaster()
    const laptop = await sockets.page(phone)
    const rings = next(laptop, 'call:incoming')
    const callId = newCallId()
    await ring(caller, phone, callId)
    await rings
    const stopsAt = next(laptop, 'call:incoming-over').then(() => performance.now())
    const askedAt = performance.now()
    await phone.request('acceptCall', { callId, pageId: newCallId() })
    const answeredAt = performance.now()
    // A machine that is busy takes longer for both.
    expect((await stopsAt) - answeredAt).toBeLessThan(300 + 10 * (answeredAt - askedAt))
    await phone.request('endCall', { callId })
  })

  it('among a hundred open pages reaches the callee alone, once', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 50 }, async () => ({
        caller: await sockets.world.caller(1_000),
        broadcaster: await sockets.world.broadcaster(),
      })),
    )
    const pages = new Map<string, { page: Client; received: ReturnType<typeof everything> }>()
    await Promise.all(
      pairs.flatMap(({ caller, broadcaster }) =>
        [caller, broadcaster].map(async (person) => {
          const page = await sockets.page(person)
          pages.set(person.id, { page, received: everything(page) })
        }),
      ),
    )
    const receivedBy = ({ id }: Person) => pages.get(id)?.received ?? []
    const rung = new Map<string, string>()
    await Promise.all(
      pairs.map(async ({ caller, broadcaster }, index) => {
        const callee = pairs.at((index * 7 + 3) % pairs.length)?.broadcaster ?? broadcaster
        const callId = newCallId()
        rung.set(callee.id, callId)
        const answer = await ring(caller, callee, callId)
        expect(answer.type).toBe('success')
      }),
    )
    const isNotified = (person: Person) => receivedBy(person).some(({ name }) => name === 'call:changed')
    const everybody = pairs.flatMap(({ caller, broadcaster }) => [caller, broadcaster])
    await expect.poll(() => everybody.filter(isNotified).length, { timeout: 10_000 }).toBe(100)
    await Promise.all([...pages.values()].map(({ page }) => roundTrip(page)))
    for (const { caller, broadcaster } of pairs) {
      const rings = receivedBy(broadcaster).filter(({ name }) => name === 'call:incoming')
      expect(rings.map(({ payload }) => (payload as IncomingCallInfo).channel_id)).toEqual([
        rung.get(broadcaster.id),
      ])
      expect(receivedBy(caller).filter(({ name }) => name === 'call:incoming')).toEqual([])
      const calls = [...receivedBy(caller), ...receivedBy(broadcaster)].filter(
        ({ name }) => name === 'call:changed',
      )
      expect(calls).toHaveLength(2)
    }
  })
})

describe("a broadcaster's state", () => {
  it("is sent to the broadcaster's own pages and to those that show the broadcaster, until they show others", async () => {
    const broadcaster = await sockets.world.broadcaster({ standby: false })
    const [watching, other] = [
      await sockets.page(await sockets.world.caller()),
      await sockets.page(await sockets.world.caller()),
    ]
    const ofBroadcaster = await sockets.page(broadcaster)
    expect(await watching.emitWithAck('presence:watch', [broadcaster.id])).toEqual([
      { userId: broadcaster.id, state: 'offline' },
    ])
    const received = [watching, other].map(everything)

    const sent = [watching, ofBroadcaster].map((page) => nextState(page, 'standby'))
    await broadcaster.request('updateCallWaiting', { waiting: true })
    for (const payload of await Promise.all(sent)) expect(payload.userId).toBe(broadcaster.id)

    expect(await watching.emitWithAck('presence:watch', [])).toEqual([])
    const gone = nextState(ofBroadcaster, 'offline')
    await broadcaster.request('updateCallWaiting', { waiting: false })
    await gone
    await Promise.all([watching, other].map(roundTrip))
    const states = received.map((each) => each.map(({ payload }) => (payload as PresenceChanged).state))
    expect([states[0]?.at(-1), states[1]]).toEqual(['standby', []])
  })

  it('is sent as soon as a page shows the broadcaster, without those it showed before', async () => {
    const [one, two] = [
      await sockets.world.broadcaster(),
      await sockets.world.broadcaster({ standby: false }),
    ]
    const page = await sockets.page(await sockets.world.caller())
    expect(await page.emitWithAck('presence:watch', [one.id])).toEqual([{ userId: one.id, state: 'standby' }])
    expect(await page.emitWithAck('presence:watch', [one.id, two.id])).toEqual([
      { userId: two.id, state: 'offline' },
    ])
  })

  it("changes as the broadcaster's call begins and ends", async () => {
    const [caller, broadcaster] = [await sockets.world.caller(), await sockets.world.broadcaster()]
    const page = await sockets.page(await sockets.world.caller())
    await page.emitWithAck('presence:watch', [broadcaster.id])
    const callId = newCallId()
    const busy = nextState(page, 'inCall')
    await ring(caller, broadcaster, callId)
    expect((await busy).userId).toBe(broadcaster.id)
    const received = everything(page)
    await caller.request('cancelCall', { callId })
    await expect.poll(() => received.at(-1)?.payload).toEqual({ userId: broadcaster.id, state: 'standby' })
  })

  it('is sent once after many quick changes, as it is after them', async () => {
    const broadcaster = await sockets.world.broadcaster()
    const { context } = sockets.world
    const page = await sockets.page(await sockets.world.caller())
    await page.emitWithAck('presence:watch', [broadcaster.id])
    const received = everything(page)
    for (let change = 0; change < 20; change += 1)
      await context.events.publish(context.db, { type: 'presence:changed', memberId: broadcaster.id })
    const last = nextState(page, 'offline')
    await broadcaster.request('updateCallWaiting', { waiting: false })
    await last
    expect(received.length).toBeLessThan(10)
    expect(received.at(-1)?.payload).toEqual({ userId: broadcaster.id, state: 'offline' })
  })

  it('is never sent for a member without a state: watching a caller has no effect', async () => {
    const caller = await sockets.world.caller()
    const page = await sockets.page(await sockets.world.caller())
    expect(await page.emitWithAck('presence:watch', [caller.id])).toEqual([])
    const received = everything(page)
    await sockets.page(caller)
    const own = await sockets.world.broadcaster({ standby: false })
    await page.emitWithAck('presence:watch', [caller.id, own.id])
    const sent = next(page, 'presence:changed')
    await sockets.world.context.events.publish(sockets.world.context.db, {
      type: 'presence:changed',
      memberId: caller.id,
    })
    await own.request('updateCallWaiting', { waiting: true })
    expect(await sent).toMatchObject({ userId: own.id })
    expect(received).toHaveLength(1)
  })
})

describe('beats', () => {
  const seenAgoMs = async ({ id }: Person) => {
    const [row] = await sockets.world.database.sql<{ ago: number }[]>`
      select 60000 - extract(epoch from max(here_until) - clock_timestamp())::float8 * 1000 as ago
      from presence where member_id = ${id}`
    return row?.ago ?? Number.POSITIVE_INFINITY
  }
  const makeOld = ({ id }: Person) =>
    sockets.world.database
      .sql`update presence set here_until = now() + interval '10 seconds' where member_id = ${id}`

  it('are stored at once when they begin, later together with those of others', async () => {
    const people = [await sockets.world.caller(), await sockets.world.caller()]
    const pages = await Promise.all(people.map((person) => sockets.page(person)))
    for (const person of people) await expect.poll(() => seenAgoMs(person)).toBeLessThan(5_000)
    for (const person of people) await makeOld(person)
    sockets.skewMs = 16_000
    const { presence } = sockets.world.context
    for (const page of pages) page.emit('presence:beat')
    await Promise.all(pages.map(roundTrip))
    for (const person of people) expect(await seenAgoMs(person)).toBeGreaterThan(45_000)
    await presence.sweep()
    for (const person of people) expect(await seenAgoMs(person)).toBeLessThan(5_000)
  })

  it('of a deleted member stop nobody else’s', async () => {
    const staying = await sockets.world.caller()
    const { presence } = sockets.world.context
    await presence.beat(staying.id)
    await presence.beat('000000000000')
    await makeOld(staying)
    sockets.skewMs = 16_000
    for (const id of [staying.id, '000000000000']) await presence.beat(id)
    await presence.sweep()
    expect(await seenAgoMs(staying)).toBeLessThan(5_000)
  })
})

it('sends a balance to its owner alone', async () => {
  const [caller, broadcaster] = [await sockets.world.caller(1_000), await sockets.world.broadcaster()]
  const [ofCaller, ofBroadcaster] = [await sockets.page(caller), await sockets.page(broadcaster)]
  const received = everything(ofBroadcaster)
  const balance = next(ofCaller, 'point:changed')
  await ring(caller, broadcaster)
  expect(await balance).toEqual({ point: 1_000 })
  await roundTrip(ofBroadcaster)
  expect(received.map(({ name }) => name)).not.toContain('point:changed')
})
