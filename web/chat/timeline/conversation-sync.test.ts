import { expect, test } from 'vitest'
import { broadcaster, caller, FakeChatServer } from '../testing/fake-chat-server.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { FakeNetwork } from '../testing/fake-network.ts'
import type { ConversationSync } from './conversation-sync.ts'

/** A server with a history in which the broadcaster wrote every message, and the caller's page on it. */
const opened = async (historySize: number, readSeq = 0) => {
  const clock = new FakeClock()
  const server = new FakeChatServer(() => clock.now())
  const network = new FakeNetwork(clock, server, () => 0.5)
  network.isCalm = true
  const broadcasterWrites = (text: string) =>
    server.answer(broadcaster, 'sendTextMessage', { messageId: `theirs-${text}`, partnerId: caller, text })
  for (let each = 1; each <= historySize; each += 1) broadcasterWrites(`${each}`)
  if (readSeq > 0) server.answer(caller, 'markReads', { partnerId: broadcaster, upToSeq: readSeq })
  const page = network.open(caller)
  const conversation = page.chat.conversationWith(broadcaster)
  conversation.start()
  await clock.pass(1_000)
  return {
    clock,
    server,
    network,
    page,
    conversation,
    broadcasterWrites,
    view: () => conversation.store.get(),
  }
}
const seqsOf = (conversation: ConversationSync) =>
  conversation.store.get().rows.map((row) => (row.kind === 'message' ? row.message.seq : row.key))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('opens around the first unread message, and loads pages in both directions', async () => {
  const { clock, conversation, view } = await opened(200, 100)
  expect(view()).toMatchObject({ stage: 'ready', hasOlder: true, hasNewer: true })
  expect(seqsOf(conversation)).toEqual(range(85, 134))
  const lines = view().rows.filter((row) => row.kind === 'message' && row.isFirstUnread)
  expect(lines).toMatchObject([{ message: { seq: 101 } }])
  void conversation.loadOlder()
  void conversation.loadOlder()
  void conversation.loadNewer()
  expect(view()).toMatchObject({ isLoadingOlder: true, isLoadingNewer: true })
  await clock.pass(1_000)
  expect(seqsOf(conversation)).toEqual(range(35, 184))
  expect(view()).toMatchObject({ isLoadingOlder: false, isLoadingNewer: false })
})

test('leaves a gap after a jump to the newest message, and fills it from either side', async () => {
  const { clock, conversation, view } = await opened(300, 100)
  void conversation.loadNewest()
  await clock.pass(1_000)
  expect(seqsOf(conversation)).toEqual([...range(85, 134), ...range(251, 300)])
  expect(view().rows[50]).toMatchObject({ gapAfterSeq: 134 })
  // A page at the top is on its way already: nobody waits for it.
  void conversation.loadOlder()
  void conversation.fillAbove(251)
  void conversation.fillBelow(134)
  await clock.pass(1_000)
  expect(seqsOf(conversation)).toEqual([...range(35, 184), ...range(201, 300)])
  void conversation.fillAbove(201)
  await clock.pass(1_000)
  expect(seqsOf(conversation)).toEqual(range(35, 300))
})

test('fetches what came while the socket was down, however many pages that takes', async () => {
  const { clock, page, conversation, broadcasterWrites } = await opened(3, 3)
  page.lowerSocket()
  for (let each = 4; each <= 130; each += 1) broadcasterWrites(`${each}`)
  await clock.pass(60_000)
  expect(seqsOf(conversation)).toEqual(range(1, 3))
  page.raiseSocket()
  await clock.pass(1_000)
  expect(seqsOf(conversation)).toEqual(range(1, 130))
})

test('notices one lost event of the socket by the next one', async () => {
  const { clock, page, conversation, broadcasterWrites } = await opened(3, 3)
  page.isSocketUp = false
  broadcasterWrites('4')
  await clock.pass(100)
  page.isSocketUp = true
  broadcasterWrites('5')
  await clock.pass(200)
  expect(seqsOf(conversation)).toEqual(range(1, 3))
  await clock.pass(400)
  expect(seqsOf(conversation)).toEqual(range(1, 5))
})

test('fetches changes after a polled new chat without a socket', async () => {
  const { clock, page, conversation, broadcasterWrites } = await opened(3, 3)
  page.lowerSocket()
  broadcasterWrites('4')
  await clock.pass(100)
  expect(conversation.has('theirs-4')).toBe(false)
  conversation.nudge()
  await clock.pass(100)
  expect(conversation.has('theirs-4')).toBe(true)
})

test('marks as read what the member sees, and updates the badge', async () => {
  const { clock, server, page, conversation, broadcasterWrites } = await opened(60, 10)
  conversation.setAtBottom(true)
  await clock.pass(1_000)
  // The newest page isn't loaded here, so nobody saw its messages.
  expect(server.syncState(caller).ownReadSeq).toBe(10)
  void conversation.loadNewer()
  await clock.pass(1_000)
  expect(server.syncState(caller).ownReadSeq).toBe(60)
  expect(page.chat.unread.value.get()).toBe(0)
  broadcasterWrites('61')
  conversation.setAtBottom(false)
  await clock.pass(1_000)
  expect(server.syncState(caller).ownReadSeq).toBe(60)
  expect(page.chat.unread.value.get()).toBe(1)
})

test('closes the conversation at once after a block, and opens it when the block is lifted', async () => {
  const { clock, server, network, page, conversation, view, broadcasterWrites } = await opened(3, 3)
  const refused = { stage: 'refused', sentence: 'ユーザー情報の取得に失敗しました。' }
  const relist = (isBlocked: boolean) => {
    server.isBlocked = isBlocked
    for (const each of network.pages) each.receive('chat:relisted', undefined)
    return clock.pass(1_000)
  }
  await relist(true)
  expect(view()).toMatchObject(refused)
  const late = page.chat.conversationWith(broadcaster)
  late.start()
  await clock.pass(60_000)
  expect(late.store.get()).toMatchObject({ ...refused, partner: null, rows: [] })
  await relist(false)
  broadcasterWrites('4')
  await clock.pass(1_000)
  for (const each of [conversation, late]) {
    expect(each.store.get()).toMatchObject({ stage: 'ready', sentence: null })
    expect(seqsOf(each)).toEqual(range(1, 4))
  }
})

test('retries a first page until it loads, at once when the network is back', async () => {
  const { clock, network, page } = await opened(3)
  network.isCut = true
  const conversation = page.chat.conversationWith(broadcaster)
  conversation.start()
  await clock.pass(30_000)
  expect(conversation.store.get()).toMatchObject({
    stage: 'loading',
    sentence: 'サーバーとの通信に失敗しました',
  })
  network.isCut = false
  page.wake()
  await clock.pass(100)
  expect(conversation.store.get()).toMatchObject({ stage: 'ready', sentence: null })
})

test('refuses a message once after a price change, and then sends it at the new price', async () => {
  const { clock, server, page, conversation, view } = await opened(3, 3)
  expect(view().pricePoints).toBe(0)
  server.pricePoints = 10
  conversation.nudge()
  await clock.pass(1_000)
  expect(view().pricePoints).toBe(10)
  server.pricePoints = 20
  const { outbox } = page.chat
  const id = outbox.send(
    broadcaster,
    { kind: 'text', text: 'こんばんは' },
    { pricePoints: view().pricePoints },
  )
  await clock.pass(1_000)
  expect(server.messages).toHaveLength(3)
  expect(outbox.pendingTo(broadcaster)).toMatchObject([
    { id, body: { text: 'こんばんは' }, state: { name: 'failed', code: 'chatPriceChanged' } },
  ])
  expect(view().pricePoints).toBe(20)
  outbox.retry(id, view().pricePoints)
  await clock.pass(1_000)
  expect(outbox.pendingTo(broadcaster)).toEqual([])
  expect(view().rows.at(-1)).toMatchObject({ message: { id, paidPoints: 20 } })
})
