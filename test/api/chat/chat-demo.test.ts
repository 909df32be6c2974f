import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversations } from '#seed/conversations.ts'
import { broadcasters, callers } from '#seed/people.ts'
import { conversationsOf, unreadTotal } from '#server/chat/queries.ts'
import { startDemoReplies } from '#server/demo/demo-replies.ts'
import { seedDemo } from '#server/demo/seed/seed-demo.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { chatSteps } from './chat-steps.ts'

let world: TestWorld
const { send, history, chatDefects } = chatSteps(() => world)
const taro = callers[0]?.id ?? ''
beforeAll(async () => {
  world = await createTestWorld()
  await seedDemo(world.context)
})
afterAll(() => world.close())

it('the demo has consistent conversations, once however often it is started', async () => {
  const { db } = world.context
  const page = { before: null, onlyUnread: false, limit: 50 }
  const list = await conversationsOf(db, taro, page)
  expect(list.conversations).toHaveLength(conversations.filter(({ callerId }) => callerId === taro).length)
  expect(list.conversations[0]).toMatchObject({ lastMessage: '封のついた画像が届いています', unread: 2 })
  expect(await unreadTotal(db, taro)).toBe(4)
  const mio = await conversationsOf(db, broadcasters[0]?.id ?? '', page)
  expect(mio.conversations.map(({ unread }) => unread)).toEqual([2, 0])
  expect(await chatDefects()).toEqual([])
  const [{ count } = { count: 0 }] = await world.database.sql`select count(*)::int as count from chat_message`
  await seedDemo(world.context)
  expect([...(await world.database.sql`select count(*)::int as count from chat_message`)]).toEqual([
    { count },
  ])
  expect([
    ...(await world.database.sql`select from chat_message where kind in ('call', 'image')`),
  ]).toHaveLength(3)
})

it('an absent demo broadcaster reads, writes and answers, once', async () => {
  const broadcaster = await world.broadcaster()
  const caller = await world.caller()
  await world.database
    .sql`update broadcaster set answers_automatically = true where member_id = ${broadcaster.id}`
  const typing: string[] = []
  world.context.events.subscribe((event) => {
    if (event.type === 'chat:typing') typing.push(...event.pairs.flat())
  })
  const stops = [startDemoReplies(world.context), startDemoReplies(world.context)]
  await send(caller, broadcaster, 'こんばんは')
  await send(caller, broadcaster, '今夜、通話できますか？')
  await expect
    .poll(async () => (await history(caller, broadcaster)).messages.length, { timeout: 20_000 })
    .toBe(4)
  const { messages, syncState } = await history(caller, broadcaster)
  expect(messages[3]).toMatchObject({ senderId: broadcaster.id, body: { kind: 'text' } })
  expect(syncState.partnerReadSeq).toBe(3)
  expect(typing).toContain(broadcaster.id)
  for (const stop of stops) stop()
})
