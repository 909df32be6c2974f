import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pushVideoRequest } from '#server/push/actions/push-video-request.ts'
import { openPushStandIn, type PushAnswer, type PushStandIn } from '#test/helpers/push-stand-in.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { chatSteps } from '../chat/chat-steps.ts'
import { pushSteps } from './push-steps.ts'

const env = { PUSH_LOOPBACK: 'true' }
let world: TestWorld
let standIn: PushStandIn
const { age, endOf, ring } = callSteps(() => world)
const { history } = chatSteps(() => world)
const { allow, kept } = pushSteps(
  () => world,
  () => standIn,
)
beforeAll(async () => {
  standIn = await openPushStandIn()
  world = await createTestWorld({ env })
})
afterEach(() => {
  expect(standIn.complaints).toEqual([])
})
afterAll(async () => {
  await world.close()
  await standIn.close()
})

const nameOf = (person: Person) => person.viewer.name
/** He rings out: thirty seconds pass, and he is there. */
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

describe('a ring to somebody without an open page', () => {
  it('arrives on every device of hers, encrypted, for as long as it rings', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const devices = [await allow(her), await allow(await world.onAnotherDevice(her))]
    const { callId } = await ring(him, her)
    await world.context.push.idle()
    for (const { received } of devices) {
      expect(received).toEqual([
        {
          message: {
            kind: 'ring',
            callId,
            callType: 'video',
            partnerId: him.id,
            partnerName: nameOf(him),
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
    await him.ask('cancelCall', { callId })
  })

  it('arrives when she dials as well', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const his = await allow(him)
    const { callId } = await ring(her, him, 'voice')
    await world.context.push.idle()
    expect(his.received[0]?.message).toMatchObject({ callType: 'voice', partnerName: nameOf(her) })
    await her.ask('cancelCall', { callId })
  })

  it('arrives as a random call where it is one', async () => {
    await world.database.sql`update broadcaster set standby_since = null`
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    const callId = newCallId()
    expect(await him.ask('requestRandomCall', { callId })).toMatchObject({ matched: { callId } })
    await world.context.push.idle()
    expect(browser.received).toMatchObject([{ message: { kind: 'ring', callId, callType: 'random' } }])
    await him.ask('cancelRandomCall', { callId })
  })

  it('arrives while push standby is all that keeps her on standby', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    await world.database.sql`update presence set here_until = now() where member_id = ${her.id}`
    expect((await ring(him, her)).answer).toMatchObject({ code: 'callPartnerOffline' })
    await world.database.sql`update broadcaster set push_standby = true where member_id = ${her.id}`
    const { callId, answer } = await ring(him, her)
    expect(answer).toMatchObject({ type: 'success' })
    await world.context.push.idle()
    expect(browser.received).toMatchObject([{ message: { kind: 'ring', callId } }])
    await him.ask('cancelCall', { callId })
  })

  it('is not pushed beside an open page', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    await world.context.presence.opened(her.id)
    const { callId } = await ring(him, her)
    await world.context.push.idle()
    await ringOut(him, callId)
    await world.context.push.idle()
    expect(await endOf(him, callId)).toBe('missed')
    expect(browser.received).toEqual([])
  })

  it('is pushed once, however long it rings', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    const { callId } = await ring(him, her)
    await ringOut(him, callId)
    await world.context.push.idle()
    expect(browser.received.filter(({ message }) => message.kind === 'ring')).toHaveLength(1)
  })

  it('reaches no browser that was signed out meanwhile', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    await world.database.sql`update session set revoked_at = now() where member_id = ${her.id}`
    const { callId } = await ring(him, her)
    await world.context.push.idle()
    expect(browser.received).toEqual([])
    await him.ask('cancelCall', { callId })
  })
})

describe('the end of a ring', () => {
  const rung = async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    const { callId } = await ring(him, her)
    await world.context.push.idle()
    expect(browser.received).toHaveLength(1)
    return { him, her, browser, callId }
  }
  const over = (callId: string, him: Person, isMissed: boolean) => ({
    message: { kind: 'ringOver', callId, isMissed, partnerId: him.id, partnerName: nameOf(him) },
    topic: callId.replaceAll('-', ''),
    urgency: 'high',
  })

  it('takes it away when she answered', async () => {
    const { him, her, browser, callId } = await rung()
    expect(await her.ask('acceptCall', { callId })).toMatchObject({ type: 'success' })
    await world.context.push.idle()
    expect(browser.received.slice(1)).toMatchObject([over(callId, him, false)])
    await her.ask('endCall', { callId })
    await world.context.push.idle()
    expect(browser.received).toHaveLength(2)
  })

  it('takes it away when she declined', async () => {
    const { him, her, browser, callId } = await rung()
    await her.ask('declineCall', { callId })
    await world.context.push.idle()
    expect(browser.received.slice(1)).toMatchObject([over(callId, him, false)])
    expect(browser.received[1]?.ttlSec).toBeLessThanOrEqual(30)
  })

  it.each(['missed', 'cancelled'])('leaves it as missed for a day: %s', async (end) => {
    const { him, her, browser, callId } = await rung()
    if (end === 'missed') await ringOut(him, callId)
    else await him.ask('cancelCall', { callId })
    await world.context.push.idle()
    expect(await endOf(him, callId)).toBe(end)
    expect(browser.received.slice(1)).toMatchObject([{ ...over(callId, him, true), ttlSec: 86_400 }])
    expect(await missedCards(her, him)).toEqual([callId])
  })

  it('takes it away without a word about whom she has blocked meanwhile', async () => {
    const { him, her, browser, callId } = await rung()
    await her.ask('addBlock', { partnerId: him.id })
    await world.context.push.idle()
    expect(browser.received.slice(1)).toMatchObject([
      { message: { kind: 'ringOver', callId, isMissed: false, partnerName: '' } },
    ])
  })

  it('is told again where a slow push service took the ring after it', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    const slow = Promise.withResolvers<PushAnswer>()
    browser.answers.push(slow.promise)
    const { callId } = await ring(him, her)
    await expect.poll(() => browser.received.length, { timeout: 10_000 }).toBe(1)
    await him.ask('cancelCall', { callId })
    await expect.poll(() => browser.received.length, { timeout: 10_000 }).toBe(2)
    slow.resolve(201)
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message.kind)).toEqual(['ring', 'ringOver', 'ringOver'])
  })
})

describe('a missed ring', () => {
  it('leaves its card whoever dialled, with a page open or without, with push or without', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const his = await ring(him, her)
    await ringOut(him, his.callId)
    const hers = await ring(her, him, 'voice')
    await her.ask('cancelCall', { callId: hers.callId })
    await world.context.presence.opened(her.id)
    const seen = await ring(him, her)
    await ringOut(him, seen.callId)
    const cards = [his, hers, seen].map(({ callId }) => callId).sort()
    expect((await missedCards(her, him)).sort()).toEqual(cards)
    expect((await missedCards(him, her)).sort()).toEqual(cards)
    expect(await him.ask('sendAbsenceCallMessage', { callId: his.callId })).toMatchObject({
      message: { id: his.callId },
    })
    expect(await missedCards(her, him)).toHaveLength(3)
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
    const [him, her] = [await own.caller(), await own.broadcaster()]
    const browser = await toHanging.allow(her)
    browser.always = 'hang'
    const first = await calls.ring(him, her)
    expect(first.answer).toMatchObject({ type: 'success' })
    let isOver = false
    void own.context.push.idle().then(() => {
      isOver = true
    })
    await expect.poll(() => browser.received.length, { timeout: 10_000 }).toBe(1)
    expect(await her.ask('acceptCall', { callId: first.callId })).toMatchObject({
      call: { phase: 'connecting' },
    })
    const [otherHim, otherHer] = [await own.caller(), await own.broadcaster()]
    const reached = await allow(otherHer)
    await calls.ring(otherHim, otherHer)
    await expect.poll(() => reached.received.length, { timeout: 10_000 }).toBe(1)
    // All this while the push service hasn't answered, and is still waited for.
    expect(isOver).toBe(false)
    await own.close()
    await hanging.close()
  })

  it('that is busy is asked again while it rings, and not after', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    browser.answers.push({ status: 429, retryAfterSec: 1 }, 201, 201)
    const first = await ring(him, her)
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message.kind)).toEqual(['ring', 'ring'])
    await him.ask('cancelCall', { callId: first.callId })
    await world.context.push.idle()
    browser.received.length = 0
    browser.answers.push(503)
    const second = await ring(him, her)
    await expect.poll(() => browser.received.length, { timeout: 10_000 }).toBe(1)
    await him.ask('cancelCall', { callId: second.callId })
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message.kind)).toEqual(['ring', 'ringOver'])
  })

  it('that tells of a browser that gave its address up is believed', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const [gone, there] = [await allow(her), await allow(await world.onAnotherDevice(her))]
    gone.always = 410
    const { callId } = await ring(him, her)
    await world.context.push.idle()
    expect(await kept(her)).toBe(1)
    await him.ask('cancelCall', { callId })
    await world.context.push.idle()
    expect(gone.received).toHaveLength(1)
    expect(there.received).toHaveLength(2)
  })
})

describe('several processes', () => {
  it('send a ring once and its end once, whoever hears of them', async () => {
    const beside = await createTestWorld({ env, beside: world })
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    const { callId } = await ring(him, her)
    await world.context.push.idle()
    await beside.context.push.idle()
    expect(browser.received).toHaveLength(1)
    const ended = await beside.request('/api/cancel-call', {
      method: 'POST',
      headers: { cookie: him.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ callId }),
    })
    expect(await ended.json()).toMatchObject({ type: 'success' })
    await beside.context.push.idle()
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message.kind)).toEqual(['ring', 'ringOver'])
    await beside.close()
  })
})

describe('a page that is open at another process', () => {
  it('rings there alone', async () => {
    const beside = await createTestWorld({ env, beside: world })
    const him = await world.caller()
    const her = await world.broadcaster()
    const browser = await allow(her)
    await beside.context.presence.opened(her.id)
    const { callId } = await ring(him, her)
    await world.context.push.idle()
    expect(browser.received).toEqual([])
    await him.ask('cancelCall', { callId })
    await beside.close()
  })
})

describe('a request to call back', () => {
  const request = async (from: Person, to: Person) => {
    pushVideoRequest(world.context, { from: from.id, to: to.id })
    await world.context.push.idle()
  }

  it('reaches a broadcaster without an open page, once, kept for as long as it is open', async () => {
    const him = await world.caller()
    const her = await world.broadcaster({ standby: false })
    const browser = await allow(her)
    const sent = { requestId: newCallId(), partnerId: her.id }
    for (let time = 0; time < 2; time += 1)
      expect(await him.ask('sendVideoRequest', sent)).toEqual({ type: 'success' })
    await world.context.push.idle()
    expect(browser.received).toMatchObject([
      {
        message: { kind: 'videoRequest', partnerId: him.id, partnerName: nameOf(him) },
        ttlSec: 21_600,
        urgency: 'normal',
      },
    ])
    await world.context.presence.opened(her.id)
    await request(him, her)
    expect(browser.received).toHaveLength(1)
  })

  it('reaches nobody across a block, in either direction', async () => {
    const him = await world.caller()
    for (const [blocker, blocked] of [
      ['him', 'her'],
      ['her', 'him'],
    ] as const) {
      const her = await world.broadcaster({ standby: false })
      const browser = await allow(her)
      const people = { him, her }
      await people[blocker].ask('addBlock', { partnerId: people[blocked].id })
      await request(him, her)
      expect(browser.received).toEqual([])
    }
  })

  it.each(['his', 'her'])('reaches nobody when %s account is closed', async (whose) => {
    const him = await world.caller()
    const her = await world.broadcaster({ standby: false })
    const browser = await allow(her)
    await world.database.sql`
      update member set born_on = (now() - interval '15 years')::date, born_on_stated_at = now()
      where id = ${whose === 'his' ? him.id : her.id}`
    await request(him, her)
    expect(browser.received).toEqual([])
  })
})
