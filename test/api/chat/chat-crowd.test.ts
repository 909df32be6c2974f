import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { postMessage } from '#server/chat/actions/post-message.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { chatSteps, textsOf } from './chat-steps.ts'

let world: TestWorld
let other: TestWorld
const { send, place, history, unreadOf, read, chatDefects } = chatSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  other = await createTestWorld({ beside: world })
})
afterEach(async () => {
  expect(await chatDefects()).toEqual([])
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const pair = async (): Promise<{ caller: Person; broadcaster: Person }> => ({
  caller: await world.caller(0),
  broadcaster: await world.broadcaster(),
})

describe('many senders at once', () => {
  it('stores each message of 50 senders once, numbered without a gap, when each sends twice over two processes', async () => {
    const { caller, broadcaster } = await pair()
    const sides = { callerId: caller.id, broadcasterId: broadcaster.id }
    const ids = Array.from({ length: 50 }, () => randomUUID())
    const posted = await Promise.all(
      ids
        .flatMap((id) => [id, id])
        .map((id, index) =>
          postMessage(index % 2 ? world.context : other.context, world.context.db, {
            id,
            sides,
            sender: Number.parseInt(id[0] ?? '0', 16) % 2 ? 'caller' : 'broadcaster',
            body: { kind: 'text', text: id },
          }),
        ),
    )
    expect(posted.filter(({ status }) => status === 'sent')).toHaveLength(50)
    expect(posted.filter(({ status }) => status === 'repeat')).toHaveLength(50)
    const { messages, syncState } = await history(caller, broadcaster)
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 2))
    expect(textsOf(messages).sort()).toEqual([...ids].sort())
    expect(syncState).toMatchObject({ lastSeq: 51, revision: 51 })
  })

  it('leaves the unread counts that a recount finds', async () => {
    const { caller, broadcaster } = await pair()
    const first = await place(caller, broadcaster, 'はじめ')
    await place(broadcaster, caller, 'どうも')
    const work = Array.from({ length: 40 }, (_, index) => async () => {
      const [from, to] = index % 2 ? [caller, broadcaster] : [broadcaster, caller]
      const id = await place(from, to, `${index}`)
      if (index % 3 === 0) await from.request('unsendMessage', { messageId: id })
      if (index % 4 === 0) await read(from, to, index)
      if (index % 5 === 0) await read(to, from, index + 3)
    })
    await Promise.all([...work.map((each) => each()), caller.request('unsendMessage', { messageId: first })])
    expect(await chatDefects()).toEqual([])
    await read(caller, broadcaster, 1_000)
    await read(broadcaster, caller, 1_000)
    expect([await unreadOf(caller), await unreadOf(broadcaster)]).toEqual([0, 0])
  })

  it('limits a sender who floods, and a refused message leaves and counts nothing', async () => {
    const { caller, broadcaster } = await pair()
    const sent = await Promise.all(
      Array.from({ length: 13 }, () =>
        caller.request('sendTextMessage', {
          messageId: randomUUID(),
          partnerId: broadcaster.id,
          text: 'ねえ',
        }),
      ),
    )
    const codes = sent.map((answer) => (answer.type === 'error' ? answer.code : 'sent'))
    expect(codes).toEqual([...Array(10).fill('sent'), ...Array(3).fill('chatTooFast')])
    expect((await history(broadcaster, caller)).messages).toHaveLength(11)
    const known = sent[3]
    const messageId = known?.type === 'success' ? known.message.id : ''
    expect(await send(caller, broadcaster, 'ねえ', { messageId })).toMatchObject({ seq: 5 })
    await world.database.sql`update chat_message set sent_at = sent_at - interval '11 seconds'`
    expect(await send(caller, broadcaster, 'もしもし')).toMatchObject({ seq: 12 })
  })

  it('stops a member who writes to many new partners, but not with known ones', async () => {
    const caller = await world.caller(0)
    const people = await Promise.all(Array.from({ length: 11 }, () => world.broadcaster()))
    const write = (broadcaster: Person | undefined) =>
      caller.request('sendTextMessage', {
        messageId: randomUUID(),
        partnerId: broadcaster?.id ?? '',
        text: 'はじめまして',
      })
    for (const broadcaster of people.slice(0, 10))
      expect(await write(broadcaster)).toMatchObject({ type: 'success' })
    await world.database.sql`update chat_message set sent_at = sent_at - interval '11 seconds'`
    const stranger = people[10]
    expect(await write(stranger)).toMatchObject({ code: 'chatTooManyFirsts' })
    expect(await write(people[0])).toMatchObject({ type: 'success' })
    await place(stranger as Person, caller, 'こちらから')
    expect(await write(stranger)).toMatchObject({ type: 'success' })
  })
})

describe('the conversation list', () => {
  it('is paged by a cursor that new messages do not disturb, also among the unread ones', async () => {
    const broadcaster = await world.broadcaster()
    const callers = await Promise.all(Array.from({ length: 7 }, () => world.caller(0)))
    for (const caller of callers) {
      await place(caller, broadcaster, 'やあ')
      // Those of one millisecond are listed by the ids of their partners.
      const placedAt = Date.now()
      await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(placedAt)
    }
    const [one, two, three] = callers as [Person, Person, Person]
    const page = async (before: { lastAt: string; partnerId: string } | null, onlyUnread = false) => {
      const answer = before
        ? await broadcaster.request('getMoreChatHistory', { before, onlyUnread })
        : await broadcaster.request('getListConversation', { onlyUnread })
      if (answer.type === 'error') throw new Error(answer.code)
      return answer
    }
    const whole = await page(null)
    expect(whole.conversations.map(({ partner }) => partner.id)).toEqual(
      callers.map(({ id }) => id).reverse(),
    )
    expect(whole.next).toBeNull()
    const third = whole.conversations[2]
    const before = { lastAt: third?.lastAt ?? '', partnerId: third?.partner.id ?? '' }
    await place(three, broadcaster, 'もう一度')
    await read(broadcaster, two, 2)
    const rest = async (onlyUnread: boolean) =>
      (await page(before, onlyUnread)).conversations.map(({ partner }) => partner.id)
    expect(await rest(false)).toEqual([callers[3]?.id, two.id, one.id])
    expect(await rest(true)).toEqual([callers[3]?.id, one.id])
    expect((await page(null)).conversations[0]).toMatchObject({ partner: { id: three.id }, unread: 2 })
    expect(await unreadOf(broadcaster)).toBe(7)
  })

  it('has 50 conversations a page, and ends', async () => {
    const broadcaster = await world.broadcaster()
    const callers = await Promise.all(Array.from({ length: 51 }, () => world.caller(0)))
    await Promise.all(callers.map((caller) => place(caller, broadcaster, 'やあ')))
    const first = await broadcaster.request('getListConversation', {})
    if (first.type === 'error' || !first.next) throw new Error('no next page')
    expect(first.conversations).toHaveLength(50)
    const second = await broadcaster.request('getMoreChatHistory', { before: first.next })
    if (second.type === 'error') throw new Error(second.code)
    expect([second.conversations.length, second.next]).toEqual([1, null])
    const ids = [...first.conversations, ...second.conversations].map(({ partner }) => partner.id)
    expect(new Set(ids).size).toBe(51)
  })
})
