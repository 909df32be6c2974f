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

const pair = async (): Promise<{ him: Person; her: Person }> => ({
  him: await world.caller(1_000),
  her: await world.broadcaster(),
})

const rowOf = async (viewer: Person) => {
  const list = await viewer.ask('getListConversation', {})
  return list.type === 'success' ? list.conversations[0] : undefined
}

describe('an own message', () => {
  it('is unsent for both sides: its words, its line, its count and the answers to it', async () => {
    const { him, her } = await pair()
    await send(him, her, 'こんばんは')
    const slip = await send(him, her, 'まちがえました')
    await send(her, him, 'なんですか？', { replyTo: slip.id })
    expect(await unreadOf(her)).toBe(2)
    expect(await him.ask('unsendMessage', { messageId: slip.id })).toMatchObject({
      message: { id: slip.id, seq: 3, revision: 5, body: { kind: 'unsent' } },
    })
    expect(await unreadOf(her)).toBe(1)
    const [, , gone, answer] = (await history(her, him)).messages
    expect(gone).toMatchObject({ id: slip.id, body: { kind: 'unsent' } })
    expect(answer?.replyTo).toMatchObject({ preview: 'メッセージの送信が取り消されました' })
    expect(
      await her.ask('getMoreMessages', { partnerId: him.id, from: { at: 'changedSince', revision: 4 } }),
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
    const { him, her } = await pair()
    const { id } = await send(him, her, 'やっぱりなし')
    const unsent = await him.ask('unsendMessage', { messageId: id })
    expect(await him.ask('unsendMessage', { messageId: id })).toEqual(unsent)
    expect((await send(him, her, 'やっぱりなし', { messageId: id })).body).toEqual({ kind: 'unsent' })
    expect(await rowOf(him)).toMatchObject({ lastMessage: 'メッセージの送信を取り消しました' })
    expect(await unreadOf(her)).toBe(0)
  })

  it('is his alone to take back, and for 24 h', async () => {
    const { him, her } = await pair()
    const { id } = await send(him, her, 'こんばんは')
    const stranger = await world.broadcaster()
    for (const other of [her, stranger])
      expect(await other.ask('unsendMessage', { messageId: id })).toMatchObject({ code: 'notFound' })
    expect(await him.ask('unsendMessage', { messageId: randomUUID() })).toMatchObject({ code: 'notFound' })
    const [greeting] = (await history(him, her)).messages
    expect(await him.ask('unsendMessage', { messageId: greeting?.id ?? '' })).toMatchObject({
      code: 'notFound',
    })
    await world.database.sql`update chat_message set sent_at = sent_at - interval '24 hours 1 second'
      where conversation_id = (select conversation_id from chat_message where id = ${id})`
    expect(await him.ask('unsendMessage', { messageId: id })).toMatchObject({ code: 'unsendTooLate' })
  })
})

describe('a call', () => {
  it('leaves a card with what it took, and its price for him alone', async () => {
    const { him, her } = await pair()
    const callId = await connectedCall(him, her)
    world.media.flow(callId, 50_000)
    await him.ask('endCall', { callId })
    const card = { kind: 'call', callId, callKind: 'video', endReason: 'byCaller', callDurationSec: 50 }
    expect((await history(him, her)).messages[1]).toMatchObject({
      senderId: him.id,
      body: { ...card, charged: 180 },
    })
    expect((await history(her, him)).messages[1]).toMatchObject({ body: { ...card, charged: null } })
    expect(await rowOf(her)).toMatchObject({ lastMessage: 'ビデオ通話 0:50', unread: 0 })
  })

  it('leaves what was not given back, where points went back', async () => {
    const { him, her } = await pair()
    const callId = await connectedCall(him, her)
    world.media.flow(callId, 20_000)
    await world.settled()
    world.media.lose(callId, 'broadcaster')
    await world.settled()
    await age(callId, 21)
    expect((await history(him, her)).messages[1]).toMatchObject({
      body: { kind: 'call', endReason: 'connectionLost', charged: 0 },
    })
  })

  it('that nobody answers leaves one missed-call card, whoever asks for it', async () => {
    const { him, her } = await pair()
    const { callId } = await ring(him, her, 'voice')
    expect(await him.ask('sendAbsenceCallMessage', { callId })).toMatchObject({ code: 'callNotMissed' })
    await him.ask('cancelCall', { callId })
    const card = await him.ask('sendAbsenceCallMessage', { callId })
    expect(card).toMatchObject({
      message: { senderId: him.id, body: { kind: 'missedCall', callKind: 'voice' } },
    })
    expect(await him.ask('sendAbsenceCallMessage', { callId })).toEqual(card)
    expect((await history(her, him)).messages).toHaveLength(2)
    expect(await rowOf(her)).toMatchObject({ lastMessage: '不在着信がありました', unread: 1 })
    expect(await rowOf(him)).toMatchObject({ lastMessage: '応答がありませんでした', unread: 0 })
    for (const other of [her, await world.caller()])
      expect(await other.ask('sendAbsenceCallMessage', { callId })).toMatchObject({ code: 'notFound' })
  })

  it('ends and is settled while its conversation is held, and leaves its card afterwards', async () => {
    const { him, her } = await pair()
    await send(him, her, 'こんばんは')
    const callId = await connectedCall(him, her)
    world.media.flow(callId, 50_000)
    await world.database.sql.begin(async (sql) => {
      await sql`select from conversation where caller_id = ${him.id} for update`
      await him.ask('endCall', { callId })
      expect(await endOf(her, callId)).toBe('byCaller')
      expect(await pointOf(him)).toBe(820)
      expect((await history(her, him)).messages).toHaveLength(2)
    })
    await expect
      .poll(async () => (await history(her, him)).messages.map(({ body }) => body.kind), { timeout: 10_000 })
      .toEqual(['system', 'text', 'call'])
    expect(await unreadOf(her)).toBe(1)
  })

  it('ends also where the two have a conversation of their earlier roles, which takes no card', async () => {
    const { him, her } = await pair()
    await place(him, her, 'むかしの話')
    await world.database.sql`update conversation set caller_id = ${her.id}, broadcaster_id = ${him.id}
      where caller_id = ${him.id}`
    const callId = await connectedCall(him, her)
    await him.ask('endCall', { callId })
    expect(await endOf(her, callId)).toBe('byCaller')
    expect((await history(her, him)).messages).toHaveLength(2)
  })

  it('that was declined leaves none', async () => {
    const { him, her } = await pair()
    const { callId } = await ring(him, her)
    await her.ask('declineCall', { callId })
    expect((await history(her, him)).messages).toEqual([])
    expect(await him.ask('sendAbsenceCallMessage', { callId })).toMatchObject({ code: 'callNotMissed' })
  })
})

describe('a block', () => {
  it('closes the conversation both ways until it is lifted, and loses nothing of it', async () => {
    const { him, her } = await pair()
    const { id } = await send(him, her, 'こんばんは')
    await send(her, him, 'こんばんは')
    await addBlock(world.context, her.viewer, him.id)
    for (const [one, other] of [
      [him, her],
      [her, him],
    ] as const) {
      const partnerId = other.id
      const refused = { code: 'partnerUnavailable' }
      expect(
        await one.ask('sendTextMessage', { messageId: randomUUID(), partnerId, text: 'あの' }),
      ).toMatchObject(refused)
      expect(await one.ask('getMoreMessages', { partnerId, from: { at: 'newest' } })).toMatchObject(refused)
      expect(await read(one, other, 3)).toMatchObject(refused)
      expect(await rowOf(one)).toBeUndefined()
      expect(await unreadOf(one)).toBe(0)
      expect(await one.ask('getNewChat', { latestTimeStamp: 0 })).toMatchObject({ newChatList: [] })
    }
    expect(await him.ask('unsendMessage', { messageId: id })).toMatchObject({ code: 'notFound' })
    await removeBlock(world.context, her.viewer, him.id)
    expect((await history(him, her)).messages).toHaveLength(3)
    expect(await unreadOf(her)).toBe(1)
  })

  it('keeps the card of the call that it ends out', async () => {
    const { him, her } = await pair()
    const callId = await connectedCall(him, her)
    await addBlock(world.context, her.viewer, him.id)
    await removeBlock(world.context, her.viewer, him.id)
    expect(await him.ask('getCall', { callId })).toMatchObject({ call: { phase: 'ended' } })
    expect((await history(him, her)).messages).toEqual([])
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

  it('tell a browser on its first visit where to begin', async () => {
    const { him, her } = await pair()
    await send(him, her, 'こんばんは')
    const { newChatList, timeStamp } = await poll(her, null)
    expect([newChatList, Math.abs(timeStamp - Date.now()) < 10_000]).toEqual([[], true])
  })

  it('tell the newest unread message of each partner, newest first and for five seconds more', async () => {
    const { him, her } = await pair()
    const other = await world.caller()
    await send(him, her, '一')
    await send(other, her, '二')
    const { id, sentAt } = await send(him, her, '三')
    expect(await lines(her)).toEqual(['三', '二'])
    expect((await poll(her, Date.parse(sentAt) + 4_999)).newChatList).toMatchObject([
      { id, partnerId: him.id },
    ])
    expect((await poll(her, Date.parse(sentAt) + 5_000)).newChatList).toEqual([])
    expect(await lines(him)).toEqual([])
  })

  it('take latestTimeStamp as the text that local storage holds, or as the number', async () => {
    const { him, her } = await pair()
    const { sentAt } = await send(him, her, '一')
    const sentAtMs = Date.parse(sentAt)
    const count = async (body: string) => (await pollWith(her, body)).body.newChatList?.length
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
      expect(await pollWith(her, firstVisit)).toMatchObject({ status: 200, body: { newChatList: [] } })
  })

  it('refuse any other latestTimeStamp', async () => {
    const her = await world.broadcaster()
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
      expect(await pollWith(her, `{"latestTimeStamp":${value}}`), value.slice(0, 20)).toMatchObject({
        status: 400,
        body: { code: 'badInput' },
      })
  })

  it('are right after whatever happens, in this process and in another', async () => {
    const { him, her } = await pair()
    const other = await createTestWorld({ beside: world })
    const both = async () => {
      const here = await lines(her)
      await expect.poll(() => lines(her, other), { timeout: 10_000 }).toEqual(here)
      return here
    }
    expect(await both()).toEqual([])
    const first = await send(him, her, '一')
    const second = await send(him, her, '二')
    expect(await both()).toEqual(['二'])
    await him.ask('unsendMessage', { messageId: second.id })
    expect(await both()).toEqual(['一'])
    await read(her, him, first.seq)
    expect(await both()).toEqual([])
    await send(him, her, '三')
    expect(await both()).toEqual(['三'])
    await addBlock(world.context, her.viewer, him.id)
    expect(await both()).toEqual([])
    await other.close()
  })
})

it('a report finds the messages around the one it is about, of the two alone', async () => {
  const { him, her } = await pair()
  const sent = []
  for (let index = 0; index < 40; index++) sent.push(await place(him, her, `${index}`))
  const seqs = async (messageId: string | null) => {
    const around = await messagesAround(world.context.db, her.id, him.id, messageId)
    return [around[0]?.seq, around.at(-1)?.seq]
  }
  expect(await seqs(sent[23] ?? '')).toEqual([5, 35])
  expect(await seqs(null)).toEqual([21, 41])
  const { id } = await send(await world.caller(), her, 'ほかの話')
  expect(await seqs(id)).toEqual([21, 41])
})
