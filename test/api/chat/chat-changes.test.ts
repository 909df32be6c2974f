import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { messagesAround } from '#server/chat/queries.ts'
import { addBlock } from '#server/moderation/actions/add-block.ts'
import { removeBlock } from '#server/moderation/actions/remove-block.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { chatSteps } from './chat-steps.ts'

let world: TestWorld
const { send, place, history, unreadOf, read, chatDefects } = chatSteps(() => world)
const { ring, connectedCall, age, endOf, pointOf } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await chatDefects()).toEqual([])
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const pair = async (): Promise<{ caller: Person; broadcaster: Person }> => ({
  caller: await world.caller(1_000),
  broadcaster: await world.broadcaster(),
})

const rowOf = async (viewer: Person) => {
  const list = await viewer.request('getListConversation', {})
  return list.type === 'success' ? list.conversations[0] : undefined
}

describe('an own message', () => {
  it('is unsent for both sides: its text, its preview line, its unread count and the replies to it', async () => {
    const { caller, broadcaster } = await pair()
    await send(caller, broadcaster, 'こんばんは')
    const slip = await send(caller, broadcaster, 'まちがえました')
    await send(broadcaster, caller, 'なんですか？', { replyTo: slip.id })
    expect(await unreadOf(broadcaster)).toBe(2)
    expect(await caller.request('unsendMessage', { messageId: slip.id })).toMatchObject({
      message: { id: slip.id, seq: 3, revision: 5, body: { kind: 'unsent' } },
    })
    expect(await unreadOf(broadcaster)).toBe(1)
    const [, , gone, answer] = (await history(broadcaster, caller)).messages
    expect(gone).toMatchObject({ id: slip.id, body: { kind: 'unsent' } })
    expect(answer?.replyTo).toMatchObject({ preview: 'メッセージの送信が取り消されました' })
    expect(
      await broadcaster.request('getMoreMessages', {
        partnerId: caller.id,
        from: { at: 'changedSince', revision: 4 },
      }),
    ).toMatchObject({
      messages: [
        { id: slip.id, revision: 5 },
        { id: answer?.id, revision: 6, replyTo: { preview: 'メッセージの送信が取り消されました' } },
      ],
      more: false,
    })
    expect(
      JSON.stringify(await world.database.sql`select * from chat_message where id = ${slip.id}`),
    ).not.toContain('まちがえ')
  })

  it('stays unsent when it is unsent or sent again', async () => {
    const { caller, broadcaster } = await pair()
    const { id } = await send(caller, broadcaster, 'やっぱりなし')
    const unsent = await caller.request('unsendMessage', { messageId: id })
    expect(await caller.request('unsendMessage', { messageId: id })).toEqual(unsent)
    expect((await send(caller, broadcaster, 'やっぱりなし', { messageId: id })).body).toEqual({
      kind: 'unsent',
    })
    expect(await rowOf(caller)).toMatchObject({ lastMessage: 'メッセージの送信を取り消しました' })
    expect(await unreadOf(broadcaster)).toBe(0)
  })

  it('can be unsent by its sender alone, and for 24 h', async () => {
    const { caller, broadcaster } = await pair()
    const { id } = await send(caller, broadcaster, 'こんばんは')
    const stranger = await world.broadcaster()
    for (const other of [broadcaster, stranger])
      expect(await other.request('unsendMessage', { messageId: id })).toMatchObject({ code: 'notFound' })
    expect(await caller.request('unsendMessage', { messageId: randomUUID() })).toMatchObject({
      code: 'notFound',
    })
    const [greeting] = (await history(caller, broadcaster)).messages
    expect(await caller.request('unsendMessage', { messageId: greeting?.id ?? '' })).toMatchObject({
      code: 'notFound',
    })
    await world.database.sql`update chat_message set sent_at = sent_at - interval '24 hours 1 second'
      where conversation_id = (select conversation_id from chat_message where id = ${id})`
    expect(await caller.request('unsendMessage', { messageId: id })).toMatchObject({ code: 'unsendTooLate' })
  })
})

describe('a call', () => {
  it('leaves a card with its duration, and with its price for the caller alone', async () => {
    const { caller, broadcaster } = await pair()
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 50_000)
    await caller.request('endCall', { callId })
    const card = { kind: 'call', callId, callKind: 'video', endReason: 'byCaller', callDurationSec: 50 }
    expect((await history(caller, broadcaster)).messages[1]).toMatchObject({
      senderId: caller.id,
      body: { ...card, charged: 180 },
    })
    expect((await history(broadcaster, caller)).messages[1]).toMatchObject({
      body: { ...card, charged: null },
    })
    expect(await rowOf(broadcaster)).toMatchObject({ lastMessage: 'ビデオ通話 0:50', unread: 0 })
  })

  it('leaves a card with the points that were not returned', async () => {
    const { caller, broadcaster } = await pair()
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 20_000)
    await world.settled()
    world.media.lose(callId, 'broadcaster')
    await world.settled()
    await age(callId, 21)
    expect((await history(caller, broadcaster)).messages[1]).toMatchObject({
      body: { kind: 'call', endReason: 'connectionLost', charged: 0 },
    })
  })

  it('leaves one missed-call card when nobody answers, no matter how often it is posted', async () => {
    const { caller, broadcaster } = await pair()
    const { callId } = await ring(caller, broadcaster, 'voice')
    expect(await caller.request('sendAbsenceCallMessage', { callId })).toMatchObject({
      code: 'callNotMissed',
    })
    await caller.request('cancelCall', { callId })
    const card = await caller.request('sendAbsenceCallMessage', { callId })
    expect(card).toMatchObject({
      message: { senderId: caller.id, body: { kind: 'missedCall', callKind: 'voice' } },
    })
    expect(await caller.request('sendAbsenceCallMessage', { callId })).toEqual(card)
    expect((await history(broadcaster, caller)).messages).toHaveLength(2)
    expect(await rowOf(broadcaster)).toMatchObject({ lastMessage: '不在着信がありました', unread: 1 })
    expect(await rowOf(caller)).toMatchObject({ lastMessage: '応答がありませんでした', unread: 0 })
    for (const other of [broadcaster, await world.caller()])
      expect(await other.request('sendAbsenceCallMessage', { callId })).toMatchObject({ code: 'notFound' })
  })

  it('ends and is settled while its conversation is locked, and leaves its card afterwards', async () => {
    const { caller, broadcaster } = await pair()
    await send(caller, broadcaster, 'こんばんは')
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 50_000)
    await world.database.sql.begin(async (sql) => {
      await sql`select from conversation where caller_id = ${caller.id} for update`
      await caller.request('endCall', { callId })
      expect(await endOf(broadcaster, callId)).toBe('byCaller')
      expect(await pointOf(caller)).toBe(820)
      expect((await history(broadcaster, caller)).messages).toHaveLength(2)
    })
    await expect
      .poll(async () => (await history(broadcaster, caller)).messages.map(({ body }) => body.kind), {
        timeout: 10_000,
      })
      .toEqual(['system', 'text', 'call'])
    expect(await unreadOf(broadcaster)).toBe(1)
  })

  it('ends also when the two have a conversation of their earlier roles, which gets no card', async () => {
    const { caller, broadcaster } = await pair()
    await place(caller, broadcaster, 'むかしの話')
    await world.database
      .sql`update conversation set caller_id = ${broadcaster.id}, broadcaster_id = ${caller.id}
      where caller_id = ${caller.id}`
    const callId = await connectedCall(caller, broadcaster)
    await caller.request('endCall', { callId })
    expect(await endOf(broadcaster, callId)).toBe('byCaller')
    expect((await history(broadcaster, caller)).messages).toHaveLength(2)
  })

  it('leaves no card when it was declined', async () => {
    const { caller, broadcaster } = await pair()
    const { callId } = await ring(caller, broadcaster)
    await broadcaster.request('declineCall', { callId })
    expect((await history(broadcaster, caller)).messages).toEqual([])
    expect(await caller.request('sendAbsenceCallMessage', { callId })).toMatchObject({
      code: 'callNotMissed',
    })
  })
})

describe('a block', () => {
  it('closes the conversation for both until it is lifted, and loses nothing of it', async () => {
    const { caller, broadcaster } = await pair()
    const { id } = await send(caller, broadcaster, 'こんばんは')
    await send(broadcaster, caller, 'こんばんは')
    await addBlock(world.context, broadcaster.viewer, caller.id)
    for (const [one, other] of [
      [caller, broadcaster],
      [broadcaster, caller],
    ] as const) {
      const partnerId = other.id
      const refused = { code: 'partnerUnavailable' }
      expect(
        await one.request('sendTextMessage', { messageId: randomUUID(), partnerId, text: 'あの' }),
      ).toMatchObject(refused)
      expect(await one.request('getMoreMessages', { partnerId, from: { at: 'newest' } })).toMatchObject(
        refused,
      )
      expect(await read(one, other, 3)).toMatchObject(refused)
      expect(await rowOf(one)).toBeUndefined()
      expect(await unreadOf(one)).toBe(0)
      expect(await one.request('getNewChat', { latestTimeStamp: 0 })).toMatchObject({ newChatList: [] })
    }
    expect(await caller.request('unsendMessage', { messageId: id })).toMatchObject({ code: 'notFound' })
    await removeBlock(world.context, broadcaster.viewer, { partnerId: caller.id })
    expect((await history(caller, broadcaster)).messages).toHaveLength(3)
    expect(await unreadOf(broadcaster)).toBe(1)
  })

  it('keeps the card of the call that it ends out of the conversation', async () => {
    const { caller, broadcaster } = await pair()
    const callId = await connectedCall(caller, broadcaster)
    await addBlock(world.context, broadcaster.viewer, caller.id)
    await removeBlock(world.context, broadcaster.viewer, { partnerId: caller.id })
    expect(await caller.request('getCall', { callId })).toMatchObject({ call: { phase: 'ended' } })
    expect((await history(caller, broadcaster)).messages).toEqual([])
  })
})

describe('new-chat polls', () => {
  const poll = async (person: Person, latestTimeStamp: number | null, at: TestWorld = world) => {
    const answer = await at.request('/api/get-new-chat', {
      method: 'POST',
      headers: { cookie: person.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ latestTimeStamp }),
    })
    return (await answer.json()) as { newChatList: { id: string; lastMessage: string }[]; timeStamp: number }
  }
  const pollWith = async (person: Person, body: string) => {
    const answer = await world.request('/api/get-new-chat', {
      method: 'POST',
      headers: { cookie: person.cookie, 'content-type': 'application/json' },
      body,
    })
    return {
      status: answer.status,
      body: (await answer.json()) as { code?: string; newChatList?: unknown[] },
    }
  }
  const lines = async (person: Person, at: TestWorld = world) =>
    (await poll(person, 0, at)).newChatList.map(({ lastMessage }) => lastMessage)

  it('return the starting time to a browser on its first visit', async () => {
    const { caller, broadcaster } = await pair()
    await send(caller, broadcaster, 'こんばんは')
    const { newChatList, timeStamp } = await poll(broadcaster, null)
    expect([newChatList, Math.abs(timeStamp - Date.now()) < 10_000]).toEqual([[], true])
  })

  it('return the newest unread message of each partner, newest first and for five seconds more', async () => {
    const { caller, broadcaster } = await pair()
    const other = await world.caller()
    await send(caller, broadcaster, '一')
    await send(other, broadcaster, '二')
    const { id, sentAt } = await send(caller, broadcaster, '三')
    expect(await lines(broadcaster)).toEqual(['三', '二'])
    expect((await poll(broadcaster, Date.parse(sentAt) + 4_999)).newChatList).toMatchObject([
      { id, partnerId: caller.id },
    ])
    expect((await poll(broadcaster, Date.parse(sentAt) + 5_000)).newChatList).toEqual([])
    expect(await lines(caller)).toEqual([])
  })

  it('accept latestTimeStamp as the text that local storage holds, or as the number', async () => {
    const { caller, broadcaster } = await pair()
    const { sentAt } = await send(caller, broadcaster, '一')
    const sentAtMs = Date.parse(sentAt)
    const count = async (body: string) => (await pollWith(broadcaster, body)).body.newChatList?.length
    for (const [stamp, expected] of [
      [sentAtMs + 4_999, 1],
      [sentAtMs + 5_000, 0],
      [0, 1],
      [999_999_999_999_999, 0],
    ] as const) {
      expect(await count(JSON.stringify({ latestTimeStamp: stamp }))).toBe(expected)
      expect(await count(JSON.stringify({ latestTimeStamp: `${stamp}` }))).toBe(expected)
    }
    for (const firstVisit of ['{}', '{"latestTimeStamp":null}', '{"latestTimeStamp":""}'])
      expect(await pollWith(broadcaster, firstVisit)).toMatchObject({
        status: 200,
        body: { newChatList: [] },
      })
  })

  it('refuse any other latestTimeStamp', async () => {
    const broadcaster = await world.broadcaster()
    const texts = ['-1', '1.5', '1e3', ' 1', '0x10', '１２', 'null', '9'.repeat(16), '1'.repeat(1_000)]
    const values = [
      ...texts.map((text) => JSON.stringify(text)),
      '-1',
      '1.5',
      '1e15',
      '1e400',
      'true',
      '[]',
      '{}',
    ]
    for (const value of values)
      expect(await pollWith(broadcaster, `{"latestTimeStamp":${value}}`), value.slice(0, 20)).toMatchObject({
        status: 400,
        body: { code: 'badInput' },
      })
  })

  it('are right after every kind of change, in this process and in another', async () => {
    const { caller, broadcaster } = await pair()
    const other = await createTestWorld({ beside: world })
    const both = async () => {
      const here = await lines(broadcaster)
      await expect.poll(() => lines(broadcaster, other), { timeout: 10_000 }).toEqual(here)
      return here
    }
    expect(await both()).toEqual([])
    const first = await send(caller, broadcaster, '一')
    const second = await send(caller, broadcaster, '二')
    expect(await both()).toEqual(['二'])
    await caller.request('unsendMessage', { messageId: second.id })
    expect(await both()).toEqual(['一'])
    await read(broadcaster, caller, first.seq)
    expect(await both()).toEqual([])
    await send(caller, broadcaster, '三')
    expect(await both()).toEqual(['三'])
    await addBlock(world.context, broadcaster.viewer, caller.id)
    expect(await both()).toEqual([])
    await other.close()
  })
})

it('a report finds the messages around the reported one, of these two members alone', async () => {
  const { caller, broadcaster } = await pair()
  const sent = []
  for (let index = 0; index < 40; index++) sent.push(await place(caller, broadcaster, `${index}`))
  const seqs = async (messageId: string | null) => {
    const around = await messagesAround(world.context.db, broadcaster.id, caller.id, messageId)
    return [around[0]?.seq, around.at(-1)?.seq]
  }
  expect(await seqs(sent[23] ?? '')).toEqual([5, 35])
  expect(await seqs(null)).toEqual([21, 41])
  const { id } = await send(await world.caller(), broadcaster, 'ほかの話')
  expect(await seqs(id)).toEqual([21, 41])
})
