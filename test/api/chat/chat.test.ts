import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChatChanged } from '#contract/chat/chat.ts'
import { addBlock } from '#server/moderation/actions/add-block.ts'
import { createTestWorld, type Person } from '#test/helpers/test-world.ts'
import { next, openSocketsWorld, roundTrip, type SocketsWorld } from '../sockets/sockets-world.ts'
import { chatSteps, textsOf } from './chat-steps.ts'

let sockets: SocketsWorld
const { send, history, unreadOf, read, chatDefects } = chatSteps(() => sockets.world)
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
afterEach(async () => {
  await sockets.closePages()
  expect(await chatDefects()).toEqual([])
})
afterAll(() => sockets.close())

const pair = async (): Promise<{ caller: Person; broadcaster: Person }> => ({
  caller: await sockets.world.caller(),
  broadcaster: await sockets.world.broadcaster(),
})

describe('a conversation', () => {
  it('begins with a greeting of the platform and the first message, which reaches the broadcaster at once', async () => {
    const { caller, broadcaster } = await pair()
    const page = await sockets.page(broadcaster)
    const received: ChatChanged[] = []
    page.on('chat:changed', (change) => received.push(change))
    const messageId = randomUUID()
    const message = await send(caller, broadcaster, '  はじめまして。\r\n花火の写真を見ました ', {
      messageId,
    })
    expect(message).toMatchObject({
      id: messageId,
      seq: 2,
      revision: 2,
      senderId: caller.id,
      body: { kind: 'text', text: 'はじめまして。\n花火の写真を見ました' },
      replyTo: null,
    })
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(2)
    expect(received[0]).toMatchObject({
      partnerId: caller.id,
      message: { seq: 1, senderId: null, body: { kind: 'system', code: 'conversationBegan' } },
      newChat: null,
    })
    expect(received[1]).toMatchObject({
      partnerId: caller.id,
      message: { id: messageId, seq: 2 },
      conversation: {
        partner: { id: caller.id, role: 'caller' },
        lastMessage: 'はじめまして。 花火の写真を見ました',
        unread: 1,
      },
      syncState: { revision: 2, lastSeq: 2, ownReadSeq: 0, partnerReadSeq: 0 },
      unread: 1,
      newChat: { id: messageId, partnerId: caller.id, timeStamp: Date.parse(message.sentAt) },
    })
    expect(await broadcaster.request('getListConversation', {})).toMatchObject({
      conversations: [{ partner: { id: caller.id }, unread: 1, lastAt: message.sentAt }],
      next: null,
    })
  })

  it('notifies the sender that the partner has read, and lowers the unread count', async () => {
    const { caller, broadcaster } = await pair()
    await send(caller, broadcaster, 'ひとつめ')
    await send(caller, broadcaster, 'ふたつめ')
    expect([await unreadOf(caller), await unreadOf(broadcaster)]).toEqual([0, 2])
    const page = await sockets.page(caller)
    const event = next(page, 'chat:read')
    expect(await read(broadcaster, caller, 2)).toMatchObject({ unread: 1 })
    expect(await event).toMatchObject({ partnerId: broadcaster.id, syncState: { partnerReadSeq: 2 } })
    expect(await read(broadcaster, caller, 1)).toMatchObject({ unread: 1 })
    expect(await read(broadcaster, caller, Number.MAX_SAFE_INTEGER)).toMatchObject({ unread: 0 })
    expect((await history(broadcaster, caller)).syncState).toMatchObject({ ownReadSeq: 3, lastSeq: 3 })
  })

  it('is requested again by pages that could not load an event', async () => {
    const { caller, broadcaster } = await pair()
    const page = await sockets.page(broadcaster)
    const { sql } = sockets.world.database
    const event = next(page, 'chat:relisted')
    await sql`alter table bookmark rename to bookmark_away`
    await send(caller, broadcaster, 'とどきますか')
    await event
    await sql`alter table bookmark_away rename to bookmark`
    expect(await unreadOf(broadcaster)).toBe(1)
  })

  it('is one conversation over all processes', async () => {
    const { caller, broadcaster } = await pair()
    const other = await createTestWorld({ beside: sockets.world })
    const page = await sockets.page(broadcaster)
    await send(caller, broadcaster, 'ここから')
    const event = new Promise<ChatChanged>((resolve) => {
      page.on('chat:changed', (change) => change.message.seq === 3 && resolve(change))
    })
    const messageId = randomUUID()
    await other.request('/api/send-text-message', {
      method: 'POST',
      headers: { cookie: caller.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ messageId, partnerId: broadcaster.id, text: 'あちらから' }),
    })
    expect(await event).toMatchObject({ message: { id: messageId }, unread: 2 })
    await other.close()
  })

  it('accepts our stickers, and no others', async () => {
    const { caller, broadcaster } = await pair()
    const sticker = (stickerId: string) =>
      caller.request('sendSticker', { messageId: randomUUID(), partnerId: broadcaster.id, stickerId })
    expect(await sticker('lantern-smile')).toMatchObject({
      message: { body: { kind: 'sticker', stickerId: 'lantern-smile' } },
    })
    expect(await sticker('../lantern-smile')).toMatchObject({ code: 'stickerUnknown' })
    expect(await unreadOf(broadcaster)).toBe(1)
  })

  it('stores a message that is sent again once, and refuses another with its id', async () => {
    const { caller, broadcaster } = await pair()
    const messageId = randomUUID()
    const first = await send(caller, broadcaster, 'こんばんは', { messageId })
    expect(await send(caller, broadcaster, 'こんばんは', { messageId })).toEqual(first)
    const mismatch = { type: 'error', code: 'idempotencyMismatch' }
    const again = { messageId, partnerId: broadcaster.id }
    expect(await caller.request('sendTextMessage', { ...again, text: 'さようなら' })).toMatchObject(mismatch)
    const stranger = await sockets.world.caller()
    expect(await stranger.request('sendTextMessage', { ...again, text: 'こんばんは' })).toMatchObject(
      mismatch,
    )
    expect(
      await broadcaster.request('sendTextMessage', { messageId, partnerId: caller.id, text: 'こんばんは' }),
    ).toMatchObject(mismatch)
    expect((await history(caller, broadcaster)).messages).toHaveLength(2)
  })

  it('allows replies to its earlier messages, and to none of another conversation', async () => {
    const { caller, broadcaster } = await pair()
    const { id } = await send(caller, broadcaster, '花火とちょうちん、どっちが好きですか？')
    expect((await send(broadcaster, caller, 'ちょうちん！', { replyTo: id })).replyTo).toMatchObject({
      messageId: id,
      seq: 2,
      senderId: caller.id,
      preview: '花火とちょうちん、どっちが好きですか？',
    })
    const other = await sockets.world.caller()
    expect(
      await other.request('sendTextMessage', {
        messageId: randomUUID(),
        partnerId: broadcaster.id,
        text: 'え',
        replyTo: id,
      }),
    ).toMatchObject({ code: 'chatReplyGone' })
    expect(await other.request('getListConversation', {})).toMatchObject({ conversations: [] })
  })

  it('is read in pages, from both ends and by what changed', async () => {
    const { caller, broadcaster } = await pair()
    for (let index = 1; index <= 9; index++) await send(caller, broadcaster, `${index}`)
    const page = async (
      from: Parameters<typeof broadcaster.request<'getMoreMessages'>>[1]['from'],
      limit = 3,
    ) => {
      const answer = await broadcaster.request('getMoreMessages', { partnerId: caller.id, from, limit })
      return answer.type === 'error' ? answer.code : [textsOf(answer.messages).join(''), answer.more]
    }
    expect(await page({ at: 'newest' })).toEqual(['789', true])
    expect(await page({ at: 'before', seq: 8 })).toEqual(['456', true])
    expect(await page({ at: 'before', seq: 4 })).toEqual(['12', false])
    expect(await page({ at: 'after', seq: 4 })).toEqual(['456', true])
    expect(await page({ at: 'after', seq: 7 })).toEqual(['789', false])
    expect(await page({ at: 'changedSince', revision: 8 })).toEqual(['89', false])
    expect(await page({ at: 'before', seq: Number.MAX_SAFE_INTEGER })).toEqual(['789', true])
    expect(await page({ at: 'after', seq: Number.MAX_SAFE_INTEGER })).toEqual(['', false])
    const before = { lastAt: '0000-01-01T00:00:00Z', partnerId: caller.id }
    expect(await broadcaster.request('getMoreChatHistory', { before })).toMatchObject({ code: 'badInput' })
    await read(broadcaster, caller, 5)
    expect(await page({ at: 'unread' })).toEqual(['456', true])
    await read(broadcaster, caller, 10)
    expect(await page({ at: 'unread' })).toEqual(['789', false])
  })
})

describe('typing', () => {
  const listening = (page: Awaited<ReturnType<SocketsWorld['page']>>) => {
    const received: string[] = []
    page.on('chat:typing', ({ partnerId }) => received.push(partnerId))
    return received
  }

  it('reaches the partner alone, and not more often than our page sends it', async () => {
    const { caller, broadcaster } = await pair()
    await send(caller, broadcaster, 'こんばんは')
    const stranger = await sockets.world.broadcaster()
    const own = await sockets.page(caller)
    const [ofBroadcaster, strangers] = [
      listening(await sockets.page(broadcaster)),
      listening(await sockets.page(stranger)),
    ]
    for (let index = 0; index < 5; index++) own.emit('chat:typing', { partnerId: broadcaster.id })
    own.emit('chat:typing', { partnerId: 5 } as never)
    own.emit('chat:typing', null as never)
    await expect.poll(() => ofBroadcaster, { timeout: 10_000 }).toEqual([caller.id])
    expect(strangers).toEqual([])
  })

  it('does not reach members to whom the sender may not write', async () => {
    const { caller, broadcaster } = await pair()
    const page = listening(await sockets.page(broadcaster))
    const blocked = await sockets.world.caller()
    for (const each of [caller, blocked]) await send(each, broadcaster, 'こんばんは')
    await addBlock(sockets.world.context, broadcaster.viewer, blocked.id)
    const blockedPage = await sockets.page(blocked)
    blockedPage.emit('chat:typing', { partnerId: broadcaster.id })
    const sameRole = await sockets.page(await sockets.world.broadcaster())
    sameRole.emit('chat:typing', { partnerId: broadcaster.id })
    await roundTrip(blockedPage)
    ;(await sockets.page(caller)).emit('chat:typing', { partnerId: broadcaster.id })
    await expect.poll(() => page, { timeout: 10_000 }).toEqual([caller.id])
  })

  it('does not reach the partner before the first message, and does afterwards', async () => {
    const { caller, broadcaster } = await pair()
    const page = listening(await sockets.page(broadcaster))
    const own = await sockets.page(caller)
    own.emit('chat:typing', { partnerId: broadcaster.id })
    await roundTrip(own)
    const other = await sockets.world.caller()
    await send(other, broadcaster, 'こんばんは')
    ;(await sockets.page(other)).emit('chat:typing', { partnerId: broadcaster.id })
    await expect.poll(() => page, { timeout: 10_000 }).toEqual([other.id])
    await send(caller, broadcaster, 'はじめまして')
    ;(await sockets.page(caller)).emit('chat:typing', { partnerId: broadcaster.id })
    await expect.poll(() => page, { timeout: 10_000 }).toEqual([other.id, caller.id])
  })
})

describe('a member', () => {
  it('cannot write to a member of the same role, to the own account, to an unknown id, or under 18', async () => {
    const { caller, broadcaster } = await pair()
    const other = await sockets.world.caller()
    const refusal = async (from: Person, partnerId: string) =>
      from.request('sendTextMessage', { messageId: randomUUID(), partnerId, text: 'こんばんは' })
    expect(await refusal(caller, other.id)).toEqual(await refusal(caller, '1'))
    expect(await refusal(caller, caller.id)).toMatchObject({ code: 'chatSameRole' })
    expect(await refusal(caller, '1')).toMatchObject({ code: 'partnerUnavailable' })
    const { sql } = sockets.world.database
    await sql`update member set born_on = current_date - 6000, born_on_stated_at = now() where id = ${caller.id}`
    expect(await refusal(caller, broadcaster.id)).toMatchObject({ code: 'underAge' })
    expect(await refusal(broadcaster, caller.id)).toMatchObject({ code: 'partnerUnavailable' })
    expect(await caller.request('getListConversation', {})).toMatchObject({ conversations: [] })
  })

  it('sees nothing of the conversations of others', async () => {
    const { caller, broadcaster } = await pair()
    await send(caller, broadcaster, 'ないしょの話')
    const stranger = await sockets.world.caller()
    const page = await sockets.page(stranger)
    const received: string[] = []
    page.onAny((name: string) => received.push(name))
    expect(
      await stranger.request('getMoreMessages', { partnerId: caller.id, from: { at: 'newest' } }),
    ).toMatchObject({
      code: 'partnerUnavailable',
    })
    expect((await history(stranger, broadcaster)).messages).toEqual([])
    expect(await read(stranger, broadcaster, 2)).toMatchObject({ code: 'partnerUnavailable' })
    await send(broadcaster, caller, 'はい')
    expect(await unreadOf(stranger)).toBe(0)
    expect(received).toEqual([])
  })
})
