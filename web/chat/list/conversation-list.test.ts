import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatSyncState, ConversationItem } from '#contract/chat/chat.ts'
import { serverFailure } from '#contract/core/client.ts'
import type { ChatEnvironment } from '../member/chat-ports.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { ConversationList } from './conversation-list.ts'
import { UnreadCount } from './unread-count.ts'

const pageSize = 3
const begin = Date.UTC(2026, 10, 20)

const item = (
  who: number,
  change: Partial<ConversationItem> & { minute?: number } = {},
): ConversationItem => {
  const { minute = who, ...rest } = change
  return {
    partner: {
      id: String(20000000 + who),
      role: 'broadcaster',
      name: `${who}`,
      avatarId: null,
      state: 'standby',
      bookmark: false,
      hasLeft: false,
    },
    lastMessage: `${minute}`,
    lastAt: new Date(begin + minute * 60_000).toISOString(),
    revision: minute,
    unread: 1,
    ...rest,
  }
}

/** A server with these conversations, and a page that lists them. */
const opened = (start: ConversationItem[], { onlyUnread = false, failures = 0 } = {}) => {
  const clock = new FakeClock()
  const server = { items: start, failures, unread: 0, delayMs: 10 }
  const handlers = new Map<string, Set<(events: never) => void>>()
  const upListeners = new Set<() => void>()
  const requested: string[] = []
  const compare = (one: ConversationItem, other: ConversationItem) =>
    Date.parse(other.lastAt) - Date.parse(one.lastAt) || Number(other.partner.id) - Number(one.partner.id)
  const page = (name: string, before: { lastAt: string; partnerId: string } | null): Promise<never> => {
    requested.push(name)
    const all = server.items.filter(({ unread }) => !onlyUnread || unread > 0).toSorted(compare)
    const from = before
      ? all.filter((each) => compare(each, item(Number(before.partnerId) - 20000000, before)) > 0)
      : all
    const conversations = from.slice(0, pageSize)
    const last = conversations.at(-1)
    const next = last && from.length > pageSize ? { lastAt: last.lastAt, partnerId: last.partner.id } : null
    const answer = server.failures > 0 ? serverFailure : { type: 'success', conversations, next }
    server.failures = Math.max(0, server.failures - 1)
    return new Promise((resolve) => clock.after(server.delayMs, () => resolve(answer as never)))
  }
  const polledListeners = new Set<() => void>()
  const ports = {
    clock,
    onWake: () => () => undefined,
    onPolled: (listener: () => void) => {
      polledListeners.add(listener)
      return () => polledListeners.delete(listener)
    },
    api: {
      getListConversation: () => page('first', null),
      getMoreChatHistory: ({ before }: { before: { lastAt: string; partnerId: string } }) =>
        page('more', before),
      getUnreadCount: async () => ({ type: 'success', unread: server.unread }),
    } as unknown as ChatEnvironment['api'],
    events: {
      on: (name: string, handler: (events: never) => void) => {
        handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
        return () => handlers.get(name)?.delete(handler)
      },
      onUp: (listener: () => void) => {
        upListeners.add(listener)
        return () => upListeners.delete(listener)
      },
    } as unknown as ChatEnvironment['events'],
  }
  const list = new ConversationList(ports, { onlyUnread })
  list.start()
  const emit = (name: string, events: object) => {
    for (const handler of handlers.get(name) ?? []) handler(events as never)
  }
  return {
    clock,
    server,
    requested,
    ports,
    list,
    names: () => list.store.get().items.map(({ partner }) => partner.name),
    /** Changes a conversation on the server, which publishes the change. */
    change: (conversation: ConversationItem) => {
      const others = server.items.filter(({ partner }) => partner.id !== conversation.partner.id)
      server.items = [...others, conversation]
      emit('chat:changed', { partnerId: conversation.partner.id, conversation, unread: 9 })
    },
    read: (who: number, syncState: Partial<ChatSyncState>, unread = 0) =>
      emit('chat:read', { partnerId: String(20000000 + who), syncState, unread }),
    emit,
    up: () => {
      for (const listener of upListeners) listener()
    },
    poll: () => {
      for (const listener of polledListeners) listener()
    },
  }
}
const five = [1, 2, 3, 4, 5].map((who) => item(who))

test('loads the list page by page, newest first', async () => {
  const { clock, list, names } = opened(five)
  await clock.pass(100)
  expect([names(), list.store.get().hasMore]).toEqual([['5', '4', '3'], true])
  void list.loadMore()
  void list.loadMore()
  await clock.pass(100)
  expect([names(), list.store.get().hasMore]).toEqual([['5', '4', '3', '2', '1'], false])
})

test('moves a conversation with a new message up, loaded or not, and lists it once', async () => {
  const { clock, list, names, change } = opened(five)
  await clock.pass(100)
  change(item(1, { minute: 9 }))
  change(item(4, { minute: 8 }))
  expect(names()).toEqual(['1', '4', '5', '3'])
  void list.loadMore()
  await clock.pass(100)
  expect(names()).toEqual(['1', '4', '5', '3', '2'])
})

test('ignores an older event of a conversation', async () => {
  const { clock, list, names, change } = opened(five)
  await clock.pass(100)
  change(item(4, { minute: 8, lastMessage: 'new' }))
  change(item(4, { minute: 7, lastMessage: 'old' }))
  expect([names()[0], list.store.get().items[0]?.lastMessage]).toEqual(['4', 'new'])
})

test('drops the count of a conversation that was read, and its row in the unread list', async () => {
  for (const onlyUnread of [false, true]) {
    const { clock, list, read } = opened(five, { onlyUnread })
    await clock.pass(100)
    read(4, { lastSeq: 7, ownReadSeq: 7 })
    const unread = list.store.get().items.map(({ unread: count }) => count)
    expect(unread).toEqual(onlyUnread ? [1, 1] : [1, 0, 1])
  }
})

test('reloads the list when a part of a conversation was read, and not when its partner read', async () => {
  const { clock, requested, read, change } = opened(five)
  await clock.pass(100)
  change(item(4, { minute: 8 }))
  read(4, { lastSeq: 7, ownReadSeq: 3 }, 9)
  expect(requested).toEqual(['first'])
  read(4, { lastSeq: 7, ownReadSeq: 5 }, 8)
  expect(requested).toEqual(['first', 'first'])
})

test('removes a conversation that is gone, and loads as many rows as before', async () => {
  const { clock, server, list, names, emit } = opened(five)
  await clock.pass(100)
  void list.loadMore()
  await clock.pass(100)
  server.items = five.filter(({ partner }) => partner.name !== '4')
  emit('chat:relisted', {})
  await clock.pass(100)
  expect(names()).toEqual(['5', '3', '2', '1'])
})

test('loads the next page after a reload during which it was wanted', async () => {
  const { clock, list, names, up } = opened(five)
  await clock.pass(100)
  up()
  void list.loadMore()
  await clock.pass(100)
  expect(names()).toEqual(['5', '4', '3', '2', '1'])
})

test('requests the next page again when a reload has moved the end meanwhile', async () => {
  const { clock, server, list, names, poll } = opened(five)
  await clock.pass(100)
  server.delayMs = 30
  void list.loadMore()
  server.delayMs = 10
  server.items = [...five, item(6), item(7)]
  poll()
  await clock.pass(200)
  expect(names()).toEqual(['7', '6', '5', '4', '3', '2'])
})

test('shows a conversation as read that was read while an older answer was under way', async () => {
  const { clock, server, list, read, up } = opened(five)
  await clock.pass(100)
  up()
  server.items = five.map((each) => (each.partner.name === '4' ? { ...each, unread: 0 } : each))
  read(4, { lastSeq: 7, ownReadSeq: 7 })
  await clock.pass(100)
  expect(list.store.get().items.map(({ unread }) => unread)).toEqual([1, 0, 1])
})

test('lists what was only polled', async () => {
  const { clock, server, names, poll } = opened(five)
  await clock.pass(100)
  server.items = [...five, item(6)]
  poll()
  await clock.pass(100)
  expect(names()).toEqual(['6', '5', '4'])
})

test('reports a lost request while nothing is shown, and retries until it succeeds', async () => {
  const { clock, list, names } = opened(five, { failures: 2 })
  await clock.pass(500)
  expect(list.store.get()).toMatchObject({ stage: 'loading', sentence: 'サーバーとの通信に失敗しました' })
  await clock.pass(5_000)
  expect([list.store.get(), names()]).toMatchObject([{ stage: 'ready', sentence: null }, ['5', '4', '3']])
})

test('ends with the server’s list in whatever order events, pages and answers arrive', async () => {
  const deed = fc.oneof(
    fc.record({ name: fc.constant('events' as const), who: fc.integer({ min: 1, max: 9 }) }),
    fc.constant({ name: 'more' as const }),
    fc.constant({ name: 'up' as const }),
    fc.record({ name: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 40 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 20 }), async (deeds) => {
      const { clock, list, server, change, up } = opened(five)
      let minute = 10
      for (const each of deeds) {
        minute += 1
        if (each.name === 'events') change(item(each.who, { minute }))
        else if (each.name === 'more') void list.loadMore()
        else if (each.name === 'up') up()
        else await clock.pass(each.ms)
      }
      for (let pages = 0; pages < 6; pages += 1) {
        await clock.pass(1_000)
        void list.loadMore()
      }
      await clock.pass(1_000)
      const inOrder = server.items.toSorted((one, other) => Date.parse(other.lastAt) - Date.parse(one.lastAt))
      expect(list.store.get().items).toEqual(inOrder)
    }),
    { numRuns: 300 },
  )
})

test('counts by the newest event, not by an answer that was requested before it', async () => {
  const { clock, server, ports, emit, up } = opened(five)
  server.unread = 4
  const count = new UnreadCount(ports)
  count.start()
  emit('chat:changed', { partnerId: '20000005', unread: 5, conversation: item(5) })
  await clock.pass(0)
  expect(count.value.get()).toBe(5)
  up()
  await clock.pass(0)
  expect(count.value.get()).toBe(4)
  emit('chat:read', { unread: 0, partnerId: '20000001', syncState: {} })
  expect(count.value.get()).toBe(0)
})

test('fetches the count when the order of events of two conversations is uncertain', async () => {
  const { clock, server, ports, emit } = opened(five)
  const count = new UnreadCount(ports)
  count.start()
  await clock.pass(5_000)
  server.unread = 6
  emit('chat:changed', { partnerId: '20000002', unread: 6, conversation: item(2) })
  emit('chat:changed', { partnerId: '20000001', unread: 5, conversation: item(1) })
  expect(count.value.get()).toBe(5)
  await clock.pass(1_000)
  expect(count.value.get()).toBe(6)
})
