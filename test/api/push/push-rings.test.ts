import { describe, expect, it } from 'vitest'
import { pushVideoRequest } from '#server/push/actions/push-video-request.ts'
import { openPushStandIn, type PushAnswer, type PushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { chatSteps } from '../chat/chat-steps.ts'
import { pushSteps } from './push-steps.ts'
import { withPushStandIn } from './push-world.ts'

const env = { PUSH_LOOPBACK: 'true' }
let world: TestWorld
let standIn: PushStandIn
const { age, endOf, ring } = callSteps(() => world)
const { history } = chatSteps(() => world)
const { allow, kept } = pushSteps(
  () => world,
  () => standIn,
)
withPushStandIn((made) => {
  ;({ world, standIn } = made)
}, env)

const nameOf = (person: Person) => person.viewer.name
/** Thirty seconds pass with the dialler present. */
const ringOut = async (dialler: Person, callId: string) => {
  for (let second = 0; second < 30; second += 5) {
    expect(await endOf(dialler, callId)).toBeNull()
    await age(callId, 5)
  }
}
const missedCards = async (viewer: Person, partner: Person) =>
  (await history(viewer, partner)).messages
    .filter(({ body }) => body.kind === 'missedCall')
    .map(({ id }) => id)

describe('a ring to a member without an open page', () => {
  it('arrives on every device, encrypted, for as long as it rings', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const devices = [await allow(broadcaster), await allow(await world.onAnotherDevice(broadcaster))]
    const { callId } = await ring(caller, broadcaster)
    await world.context.push.idle()
    for (const { received } of devices) {
      expect(received).toEqual([
        {
          message: {
            kind: 'ring',
            callId,
            callType: 'video',
            partnerId: caller.id,
            partnerName: nameOf(caller),
            rungAt: expect.any(Number),
          },
          ttlSec: expect.any(Number),
          urgency: 'high',
          topic: callId.replaceAll('-', ''),
          subject: 'mailto:push@koyoi.example',
        },
      ])
      expect(received[0]?.ttlSec).toBeGreaterThan(25)
      expect(received[0]?.ttlSec).toBeLessThanOrEqual(30)
    }
    await caller.request('cancelCall', { callId })
  })

  it('arrives when the broadcaster dials as well', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const ofCaller = await allow(caller)
    const { callId } = await ring(broadcaster, caller, 'voice')
    await world.context.push.idle()
    expect(ofCaller.received[0]?.message).toMatchObject({
      callType: 'voice',
      partnerName: nameOf(broadcaster),
    })
    await broadcaster.request('cancelCall', { callId })
  })

  it('arrives as a random call where it is one', async () => {
    await world.database.sql`update broadcaster set standby_since = null`
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    const callId = newCallId()
    expect(await caller.request('requestRandomCall', { callId })).toMatchObject({ matched: { callId } })
    await world.context.push.idle()
    expect(browser.received).toMatchObject([{ message: { kind: 'ring', callId, callType: 'random' } }])
    await caller.request('cancelRandomCall', { callId })
  })

  it('arrives while only push standby keeps the broadcaster on standby', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    await world.database.sql`update presence set here_until = now() where member_id = ${broadcaster.id}`
    expect((await ring(caller, broadcaster)).answer).toMatchObject({ code: 'callPartnerOffline' })
    await world.database.sql`update broadcaster set push_standby = true where member_id = ${broadcaster.id}`
    const { callId, answer } = await ring(caller, broadcaster)
    expect(answer).toMatchObject({ type: 'success' })
    await world.context.push.idle()
    expect(browser.received).toMatchObject([{ message: { kind: 'ring', callId } }])
    await caller.request('cancelCall', { callId })
  })

  it('is not pushed beside an open page', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    await world.context.presence.opened(broadcaster.id)
    const { callId } = await ring(caller, broadcaster)
    await world.context.push.idle()
    await ringOut(caller, callId)
    await world.context.push.idle()
    expect(await endOf(caller, callId)).toBe('missed')
    expect(browser.received).toEqual([])
  })

  it('is pushed once, however long it rings', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    const { callId } = await ring(caller, broadcaster)
    await ringOut(caller, callId)
    await world.context.push.idle()
    expect(browser.received.filter(({ message }) => message.kind === 'ring')).toHaveLength(1)
  })

  it('reaches no browser that was signed out meanwhile', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    await world.database.sql`update session set revoked_at = now() where member_id = ${broadcaster.id}`
    const { callId } = await ring(caller, broadcaster)
    await world.context.push.idle()
    expect(browser.received).toEqual([])
    await caller.request('cancelCall', { callId })
  })
})

describe('the end of a ring', () => {
  const rung = async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    const { callId } = await ring(caller, broadcaster)
    await world.context.push.idle()
    expect(browser.received).toHaveLength(1)
    return { caller, broadcaster, browser, callId }
  }
  const over = (callId: string, caller: Person, isMissed: boolean) => ({
    message: { kind: 'ringOver', callId, isMissed, partnerId: caller.id, partnerName: nameOf(caller) },
    topic: callId.replaceAll('-', ''),
    urgency: 'high',
  })

  it('removes it after an answer', async () => {
    const { caller, broadcaster, browser, callId } = await rung()
    expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({ type: 'success' })
    await world.context.push.idle()
    expect(browser.received.slice(1)).toMatchObject([over(callId, caller, false)])
    await broadcaster.request('endCall', { callId })
    await world.context.push.idle()
    expect(browser.received).toHaveLength(2)
  })

  it('removes it after a decline', async () => {
    const { caller, broadcaster, browser, callId } = await rung()
    await broadcaster.request('declineCall', { callId })
    await world.context.push.idle()
    expect(browser.received.slice(1)).toMatchObject([over(callId, caller, false)])
    expect(browser.received[1]?.ttlSec).toBeLessThanOrEqual(30)
  })

  it.each(['missed', 'cancelled'])('leaves it as missed for a day: %s', async (end) => {
    const { caller, broadcaster, browser, callId } = await rung()
    if (end === 'missed') await ringOut(caller, callId)
    else await caller.request('cancelCall', { callId })
    await world.context.push.idle()
    expect(await endOf(caller, callId)).toBe(end)
    expect(browser.received.slice(1)).toMatchObject([{ ...over(callId, caller, true), ttlSec: 86_400 }])
    expect(await missedCards(broadcaster, caller)).toEqual([callId])
  })

  it('removes it without a word about a member who was blocked meanwhile', async () => {
    const { caller, broadcaster, browser, callId } = await rung()
    await broadcaster.request('addBlock', { partnerId: caller.id })
    await world.context.push.idle()
    expect(browser.received.slice(1)).toMatchObject([
      { message: { kind: 'ringOver', callId, isMissed: false, partnerName: '' } },
    ])
  })

  it('is sent again where a slow push service accepted the ring after it', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    const slow = Promise.withResolvers<PushAnswer>()
    browser.answers.push(slow.promise)
    const { callId } = await ring(caller, broadcaster)
    await expect.poll(() => browser.received.length, { timeout: 10_000 }).toBe(1)
    await caller.request('cancelCall', { callId })
    await expect.poll(() => browser.received.length, { timeout: 10_000 }).toBe(2)
    slow.resolve(201)
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message.kind)).toEqual(['ring', 'ringOver', 'ringOver'])
  })
})

describe('a missed ring', () => {
  it('leaves its card for either dialler, with a page open or without, with push or without', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const ofCaller = await ring(caller, broadcaster)
    await ringOut(caller, ofCaller.callId)
    const ofBroadcaster = await ring(broadcaster, caller, 'voice')
    await broadcaster.request('cancelCall', { callId: ofBroadcaster.callId })
    await world.context.presence.opened(broadcaster.id)
    const seen = await ring(caller, broadcaster)
    await ringOut(caller, seen.callId)
    const cards = [ofCaller, ofBroadcaster, seen].map(({ callId }) => callId).sort()
    expect((await missedCards(broadcaster, caller)).sort()).toEqual(cards)
    expect((await missedCards(caller, broadcaster)).sort()).toEqual(cards)
    expect(await caller.request('sendAbsenceCallMessage', { callId: ofCaller.callId })).toMatchObject({
      message: { id: ofCaller.callId },
    })
    expect(await missedCards(broadcaster, caller)).toHaveLength(3)
  })
})

describe('a push service', () => {
  it('that hangs delays neither the ring, nor its answer, nor anybody else', async () => {
    const own = await createTestWorld({ env, beside: world })
    const hanging = await openPushStandIn()
    const toHanging = pushSteps(
      () => own,
      () => hanging,
    )
    const calls = callSteps(() => own)
    const [caller, broadcaster] = [await own.caller(), await own.broadcaster()]
    const browser = await toHanging.allow(broadcaster)
    browser.always = 'hang'
    const first = await calls.ring(caller, broadcaster)
    expect(first.answer).toMatchObject({ type: 'success' })
    let isOver = false
    void own.context.push.idle().then(() => {
      isOver = true
    })
    await expect.poll(() => browser.received.length, { timeout: 10_000 }).toBe(1)
    expect(await broadcaster.request('acceptCall', { callId: first.callId })).toMatchObject({
      call: { phase: 'connecting' },
    })
    const [otherCaller, otherBroadcaster] = [await own.caller(), await own.broadcaster()]
    const reachable = await allow(otherBroadcaster)
    await calls.ring(otherCaller, otherBroadcaster)
    await expect.poll(() => reachable.received.length, { timeout: 10_000 }).toBe(1)
    // All this while the push service hasn't answered, and is still waited for.
    expect(isOver).toBe(false)
    await own.close()
    await hanging.close()
  })

  it('that is busy is called again while it rings, and not after', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    browser.answers.push({ status: 429, retryAfterSec: 1 }, 201, 201)
    const first = await ring(caller, broadcaster)
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message.kind)).toEqual(['ring', 'ring'])
    await caller.request('cancelCall', { callId: first.callId })
    await world.context.push.idle()
    browser.received.length = 0
    browser.answers.push(503)
    const second = await ring(caller, broadcaster)
    await expect.poll(() => browser.received.length, { timeout: 10_000 }).toBe(1)
    await caller.request('cancelCall', { callId: second.callId })
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message.kind)).toEqual(['ring', 'ringOver'])
  })

  it('that reports an expired address is believed', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const [gone, there] = [await allow(broadcaster), await allow(await world.onAnotherDevice(broadcaster))]
    gone.always = 410
    const { callId } = await ring(caller, broadcaster)
    await world.context.push.idle()
    expect(await kept(broadcaster)).toBe(1)
    await caller.request('cancelCall', { callId })
    await world.context.push.idle()
    expect(gone.received).toHaveLength(1)
    expect(there.received).toHaveLength(2)
  })
})

describe('several processes', () => {
  it('send a ring once and its end once, whichever process receives the events', async () => {
    const beside = await createTestWorld({ env, beside: world })
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    const { callId } = await ring(caller, broadcaster)
    await world.context.push.idle()
    await beside.context.push.idle()
    expect(browser.received).toHaveLength(1)
    const ended = await beside.request('/api/cancel-call', {
      method: 'POST',
      headers: { cookie: caller.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ callId }),
    })
    expect(await ended.json()).toMatchObject({ type: 'success' })
    await beside.context.push.idle()
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message.kind)).toEqual(['ring', 'ringOver'])
    await beside.close()
  })
})

describe('a page that is open on another process', () => {
  it('rings there alone', async () => {
    const beside = await createTestWorld({ env, beside: world })
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    await beside.context.presence.opened(broadcaster.id)
    const { callId } = await ring(caller, broadcaster)
    await world.context.push.idle()
    expect(browser.received).toEqual([])
    await caller.request('cancelCall', { callId })
    await beside.close()
  })
})

describe('a request to call back', () => {
  const request = async (from: Person, to: Person) => {
    pushVideoRequest(world.context, { from: from.id, to: to.id })
    await world.context.push.idle()
  }

  it('reaches a broadcaster without an open page, once, and is stored for as long as it is open', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster({ standby: false })
    const browser = await allow(broadcaster)
    const sent = { requestId: newCallId(), partnerId: broadcaster.id }
    for (let time = 0; time < 2; time += 1)
      expect(await caller.request('sendVideoRequest', sent)).toEqual({ type: 'success' })
    await world.context.push.idle()
    expect(browser.received).toMatchObject([
      {
        message: { kind: 'videoRequest', partnerId: caller.id, partnerName: nameOf(caller) },
        ttlSec: 21_600,
        urgency: 'normal',
      },
    ])
    await world.context.presence.opened(broadcaster.id)
    await request(caller, broadcaster)
    expect(browser.received).toHaveLength(1)
  })

  it('reaches nobody across a block, in either direction', async () => {
    const caller = await world.caller()
    for (const [blocker, blocked] of [
      ['caller', 'broadcaster'],
      ['broadcaster', 'caller'],
    ] as const) {
      const broadcaster = await world.broadcaster({ standby: false })
      const browser = await allow(broadcaster)
      const people = { caller, broadcaster }
      await people[blocker].request('addBlock', { partnerId: people[blocked].id })
      await request(caller, broadcaster)
      expect(browser.received).toEqual([])
    }
  })

  it.each(['caller', 'broadcaster'])(
    'reaches nobody when the account of the %s is deactivated',
    async (whose) => {
      const caller = await world.caller()
      const broadcaster = await world.broadcaster({ standby: false })
      const browser = await allow(broadcaster)
      await world.database.sql`
      update member set born_on = (now() - interval '15 years')::date, born_on_stated_at = now()
      where id = ${whose === 'caller' ? caller.id : broadcaster.id}`
      await request(caller, broadcaster)
      expect(browser.received).toEqual([])
    },
  )
})
