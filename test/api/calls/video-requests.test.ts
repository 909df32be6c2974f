import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { PushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { chatSteps } from '../chat/chat-steps.ts'
import { pushSteps } from '../push/push-steps.ts'
import { withPushStandIn } from '../push/push-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
let standIn: PushStandIn
const { chatDefects, history, unreadOf } = chatSteps(() => world)
const { connectedCall } = callSteps(() => world)
const { allow } = pushSteps(
  () => world,
  () => standIn,
)
withPushStandIn((made) => {
  ;({ world, standIn } = made)
})
afterEach(async () => {
  expect(await chatDefects()).toEqual([])
})

const request = (from: Person, to: Person, requestId = randomUUID()) =>
  from.request('sendVideoRequest', { requestId, partnerId: to.id })
const away = (terms: { video?: number | null } = {}) => world.broadcaster({ ...terms, standby: false })
const done = { type: 'success' }

describe('a request to be called back by video', () => {
  it('is a card that both see, unread for the broadcaster, and one message however often it is sent', async () => {
    const [caller, broadcaster] = [await world.caller(0), await away()]
    const requestId = randomUUID()
    for (let time = 0; time < 2; time += 1)
      expect(await request(caller, broadcaster, requestId)).toEqual(done)
    for (const [viewer, partner] of [
      [caller, broadcaster],
      [broadcaster, caller],
    ] as const) {
      const { messages } = await history(viewer, partner)
      expect(messages.map(({ senderId, body }) => [senderId, body.kind])).toEqual([
        [null, 'system'],
        [caller.id, 'videoRequest'],
      ])
    }
    expect([await unreadOf(caller), await unreadOf(broadcaster)]).toEqual([0, 1])
    expect(await broadcaster.request('getNewChat', { latestTimeStamp: 0 })).toMatchObject({
      newChatList: [{ partnerId: caller.id, lastMessage: 'ビデオ通話のリクエストが届いています' }],
    })
    expect(await caller.request('getListConversation', {})).toMatchObject({
      conversations: [{ lastMessage: 'ビデオ通話をリクエストしました' }],
    })
    expect(await caller.request('unsendMessage', { messageId: requestId })).toMatchObject({
      code: 'notFound',
    })
  })

  it('is refused with a sentence for its caller and its partner, and then leaves nothing', async () => {
    const caller = await world.caller()
    const broadcaster = await away()
    const waiting = await world.broadcaster()
    expect(await request(caller, waiting)).toMatchObject({ code: 'videoRequestStandby' })
    expect(await request(caller, await away({ video: null }))).toMatchObject({ code: 'callKindRefused' })
    const nobody = { ...caller, id: '1' }
    expect(await request(caller, await world.caller())).toEqual(await request(caller, nobody))
    expect(await request(caller, nobody)).toMatchObject({ code: 'partnerUnavailable' })
    expect(await request(broadcaster, caller)).toMatchObject({ code: 'chatSameRole' })
    expect(await request(broadcaster, nobody)).toMatchObject({ code: 'chatSameRole' })
    const young = await world.caller()
    await world.database
      .sql`update member set born_on = now() - interval '17 years', born_on_stated_at = now() where id = ${young.id}`
    expect(await request(young, broadcaster)).toMatchObject({ code: 'underAge' })
    expect(await caller.request('getListConversation', {})).toMatchObject({ conversations: [] })
    const requestId = randomUUID()
    expect(await request(caller, broadcaster, requestId)).toEqual(done)
    expect(await request(await world.caller(), broadcaster, requestId)).toMatchObject({
      code: 'idempotencyMismatch',
    })
  })

  it('is one at a time, until the broadcaster rings or the two talk', async () => {
    const [caller, broadcaster] = [await world.caller(), await away()]
    expect(await request(caller, broadcaster)).toEqual(done)
    expect(await request(caller, broadcaster)).toMatchObject({ code: 'videoRequestOpen' })
    expect(await request(await world.caller(), broadcaster)).toEqual(done)
    const callId = randomUUID()
    await broadcaster.request('sendCallRequest', { callId, partnerId: caller.id, callType: 'video' })
    await broadcaster.request('cancelCall', { callId })
    expect(await request(caller, broadcaster)).toEqual(done)
    await broadcaster.request('updateCallWaiting', { waiting: true })
    const talk = await connectedCall(caller, broadcaster)
    await caller.request('endCall', { callId: talk })
    await broadcaster.request('updateCallWaiting', { waiting: false })
    expect(await request(caller, broadcaster)).toEqual(done)
  })

  it('is also one of many at once', async () => {
    const [caller, broadcaster] = [await world.caller(), await away()]
    const beside = await createTestWorld({ beside: world })
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        if (index % 2 === 0) return request(caller, broadcaster)
        const response = await beside.request('/api/send-video-request', {
          method: 'POST',
          headers: { cookie: caller.cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ requestId: randomUUID(), partnerId: broadcaster.id }),
        })
        return response.json()
      }),
    )
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    await beside.close()
  })

  it('notifies a broadcaster without an open page by push, once', async () => {
    const [caller, broadcaster] = [await world.caller(), await away()]
    const browser = await allow(broadcaster)
    const requestId = randomUUID()
    for (let time = 0; time < 2; time += 1) await request(caller, broadcaster, requestId)
    await request(caller, broadcaster)
    await world.context.push.idle()
    expect(browser.received).toMatchObject([{ message: { kind: 'videoRequest', partnerId: caller.id } }])
  })

  it('is sent at most ten times a day', async () => {
    const caller = await world.caller()
    const { sql } = world.database
    for (let count = 0; count < 10; count += 1) {
      expect(await request(caller, await away())).toEqual(done)
      // So many first messages at once would be refused by themselves.
      await sql`update conversation set begun_at = begun_at - interval '1 hour' where begun_by = ${caller.id}`
      await sql`
        update chat_message set sent_at = sent_at - interval '1 hour'
        where conversation_id in (select id from conversation where begun_by = ${caller.id})`
    }
    expect(await request(caller, await away())).toMatchObject({ code: 'videoRequestTooMany' })
  })
})
