import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewChatItem } from '#contract/chat/chat.ts'
import { type KeyValueStore, safeStore } from '#web/shell/local-store.ts'
import { rememberRecentSticker } from '../composer/recent-stickers.ts'
import { createNewChats, type NewChatAnswer } from './new-chat.ts'
import { newChatStorage } from './new-chat-storage.ts'

const evening = Date.UTC(2026, 10, 20, 12, 5, 0)
const maho = '10111111'

beforeEach(() => {
  vi.useFakeTimers({ now: evening })
})
afterEach(() => {
  vi.useRealTimers()
})

const item = (id: string, partnerId = maho, afterMs = 0): NewChatItem => ({
  id,
  partnerId,
  partnerName: '真帆',
  lastMessage: 'おかえりなさい',
  avatarId: null,
  timeStamp: evening + afterMs,
})

const mapStore = (values: Map<string, string>): KeyValueStore => ({
  get: (key) => values.get(key) ?? null,
  set: (key, value) => void (value === null ? values.delete(key) : values.set(key, value)),
})

/** A browser: its tabs share storage, locks and the (fake) server. */
const browser = (store?: KeyValueStore) => {
  const values = new Map<string, string>()
  const held = new Set<string>()
  const shared = store ?? mapStore(values)
  const server = {
    answer: { newChatList: [], timeStamp: evening } as NewChatAnswer,
    requests: [] as (number | null)[],
    delayMs: 0,
  }
  const openTab = (pathname = '/', ownStore = shared) => {
    const tab = {
      isVisible: true,
      isSocketUp: false,
      hasSession: true,
      toasts: [] as string[],
      reloads: 0,
      nudges: 0,
      polled: 0,
      /** The chat page that this tab shows, and the messages on it. */
      page: null as { partnerId: string; messages: string[] } | null,
    }
    const chats = createNewChats(
      {
        poll: async (latestTimeStamp) => {
          server.requests.push(latestTimeStamp)
          if (server.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, server.delayMs))
          return server.answer
        },
        hasSession: () => tab.hasSession,
        isVisible: () => tab.isVisible,
        isSocketUp: () => tab.isSocketUp,
        now: () => Date.now(),
        storage: newChatStorage(ownStore),
        claimOverTabs: async (id) => {
          const isFirst = !held.has(id)
          held.add(id)
          return isFirst
        },
        chatOnScreen: (partnerId) =>
          tab.page?.partnerId === partnerId
            ? {
                has: (id) => tab.page?.messages.includes(id) ?? false,
                nudge: () => {
                  tab.nudges += 1
                },
              }
            : null,
        polled: () => {
          tab.polled += 1
        },
        toast: ({ id }) => tab.toasts.push(id),
        reload: () => {
          tab.reloads += 1
        },
      },
      pathname,
    )
    chats.start()
    return Object.assign(tab, { chats })
  }
  return {
    values,
    server,
    openTab,
    bring: (...newChatList: NewChatItem[]) => {
      server.answer = { newChatList, timeStamp: evening }
    },
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  }
}

test('lets the page fetch the rest, once, after polling found messages while the socket is down', async () => {
  const { openTab, bring, wait } = browser()
  const tab = openTab()
  bring(item('a'))
  await wait(12)
  expect(tab.polled).toBe(1)
  tab.isSocketUp = true
  bring(item('b'))
  await wait(4)
  expect(tab.polled).toBe(1)
})

describe('a new chat makes one toast', () => {
  test('however often the server, the socket and the polling report it', async () => {
    const { openTab, bring, wait, values } = browser()
    const tab = openTab()
    await tab.chats.receive(item('a'))
    bring(item('a'))
    await wait(12)
    await tab.chats.receive(item('a'))
    expect(tab.toasts).toEqual(['a'])
    expect(values.get('notifiedChats')).toBe('["a"]')
  })

  test('over two tabs that poll in the same moment', async () => {
    const { openTab, bring, wait, server } = browser()
    const tabs = [openTab(), openTab()]
    server.delayMs = 300
    bring(item('a'))
    await wait(5)
    await Promise.all(tabs.map(({ chats }) => chats.receive(item('b', '10222222'))))
    await wait(5)
    expect(tabs.flatMap(({ toasts }) => toasts).sort()).toEqual(['a', 'b'])
  })

  test('over tabs whose storage isn’t in step yet', async () => {
    const { openTab, bring, wait } = browser()
    const tabs = [openTab('/', mapStore(new Map())), openTab('/', mapStore(new Map()))]
    bring(item('a'))
    await wait(8)
    expect(tabs.flatMap(({ toasts }) => toasts)).toEqual(['a'])
  })

  test('in the visible tab, when another one is hidden', async () => {
    const { openTab, bring, wait } = browser()
    const hidden = openTab()
    hidden.isVisible = false
    const visible = openTab()
    bring(item('a'))
    await hidden.chats.receive(item('a'))
    await wait(4)
    expect([hidden.toasts, visible.toasts]).toEqual([[], ['a']])
  })

  test('in the first tab that becomes visible, where all were hidden', async () => {
    const { openTab, bring, wait } = browser()
    const tab = openTab()
    tab.isVisible = false
    bring(item('a'))
    await tab.chats.receive(item('a'))
    await wait(600)
    expect(tab.toasts).toEqual([])
    tab.isVisible = true
    await wait(4)
    expect(tab.toasts).toEqual(['a'])
  })

  test('one at a time, 2200 ms each, oldest first', async () => {
    const { openTab, bring, wait } = browser()
    const tab = openTab()
    bring(item('b', '10222222', 2), item('a', maho, 1))
    await wait(4)
    expect(tab.toasts).toEqual(['a'])
    await wait(2.199)
    expect(tab.toasts).toEqual(['a'])
    await wait(0.001)
    expect(tab.toasts).toEqual(['a', 'b'])
  })

  test('and none for a waiting one whose chat was opened', async () => {
    const { openTab, bring, wait } = browser()
    const tab = openTab()
    bring(item('b', '10222222', 2), item('a', maho, 1))
    await wait(4)
    tab.page = { partnerId: '10222222', messages: ['b'] }
    await wait(8)
    expect(tab.toasts).toEqual(['a'])
  })

  test('none where enableNotifications is false, and no late one when it is switched on again', async () => {
    const { openTab, bring, wait, values } = browser()
    values.set('enableNotifications', 'false')
    const tab = openTab()
    bring(item('a'))
    await wait(8)
    values.set('enableNotifications', 'true')
    await wait(8)
    await tab.chats.receive(item('b', '10222222'))
    expect(tab.toasts).toEqual(['b'])
  })

  test('none without a session, not even from the socket', async () => {
    const { openTab, bring, wait, server } = browser()
    const tab = openTab()
    tab.hasSession = false
    bring(item('a'))
    await tab.chats.receive(item('a'))
    await wait(60)
    expect([tab.toasts, server.requests]).toEqual([[], []])
  })
})

describe('on the partner’s own chat page', () => {
  test('leaves alone what the socket has added there', async () => {
    const { openTab, bring, wait } = browser()
    const tab = openTab(`/chat/${maho}`)
    tab.page = { partnerId: maho, messages: ['a'] }
    await tab.chats.receive(item('a'))
    bring(item('a'))
    await wait(12)
    expect([tab.toasts, tab.reloads, tab.nudges]).toEqual([[], 0, 0])
  })

  test('reloads the page, once, for a polled message that isn’t there', async () => {
    const { openTab, bring, wait } = browser()
    const tab = openTab(`/chat/${maho}`)
    tab.page = { partnerId: maho, messages: [] }
    bring(item('a'))
    await wait(12)
    expect([tab.toasts, tab.reloads]).toEqual([[], 1])
  })

  test('fetches the message instead while the socket is up', async () => {
    const { openTab, bring, wait } = browser()
    const tab = openTab(`/chat/${maho}`)
    tab.page = { partnerId: maho, messages: [] }
    tab.isSocketUp = true
    bring(item('a'))
    await wait(4)
    expect([tab.reloads, tab.nudges]).toEqual([0, 1])
  })

  test('shows a toast for another partner’s message there as anywhere', async () => {
    const { openTab, bring, wait } = browser()
    const tab = openTab(`/chat/${maho}`)
    tab.page = { partnerId: maho, messages: [] }
    bring(item('b', '10222222'))
    await wait(4)
    expect([tab.toasts, tab.reloads]).toEqual([['b'], 0])
  })
})

describe('what the browser remembers (Specification 3)', () => {
  test('polls from latestTimeStamp on, which the first answer sets to the server’s clock', async () => {
    const { openTab, bring, wait, server, values } = browser()
    openTab()
    await wait(4)
    expect(values.get('latestTimeStamp')).toBe(String(evening))
    bring(item('b', maho, 900), item('a', '10222222', 700))
    await wait(4)
    bring()
    await wait(4)
    expect(server.requests).toEqual([null, evening, evening + 900])
    expect(values.get('latestTimeStamp')).toBe(String(evening + 900))
  })

  test('sets the lock to Start with its time while a tab polls, and to End afterwards', async () => {
    const { openTab, wait, server, values } = browser()
    openTab()
    server.delayMs = 2_000
    await wait(4)
    expect(values.get('lastPollingState')).toBe('Start')
    expect(values.get('lastPollingTime')).toBe(String(evening + 4_000))
    await wait(2)
    expect(values.get('lastPollingState')).toBe('End')
  })

  test('holds other tabs up for 11 s after a tab was closed while it polled', async () => {
    const { openTab, wait, server, values } = browser()
    values.set('lastPollingState', 'Start')
    values.set('lastPollingTime', String(evening))
    openTab()
    await wait(8)
    expect(server.requests).toHaveLength(0)
    await wait(4)
    expect(server.requests).toHaveLength(1)
  })

  test('pauses every tab for 120000 ms after a visit to /confirm-mail', async () => {
    const { openTab, wait, server, values } = browser()
    openTab()
    await wait(8)
    const visited = openTab('/confirm-mail')
    expect(values.get('visitConfirmMailPathTime')).toBe(String(evening + 8_000))
    visited.chats.routeChanged('/')
    await wait(116)
    expect(server.requests).toHaveLength(2)
    await wait(4)
    expect(server.requests).toHaveLength(4)
  })

  test('stops a tab after an error until it is reloaded, and frees the lock for the others', async () => {
    const { openTab, wait, server, values } = browser()
    const tab = openTab()
    server.answer = 'error'
    await wait(200)
    tab.chats.routeChanged('/search')
    await wait(200)
    expect(server.requests).toHaveLength(1)
    expect(values.get('lastPollingState')).toBe('End')
    openTab()
    await wait(4)
    expect(server.requests).toHaveLength(2)
  })

  test('shows a toast for a message over the socket although an error has stopped the polling', async () => {
    const { openTab, wait, server } = browser()
    const tab = openTab()
    server.answer = 'error'
    await wait(4)
    await tab.chats.receive(item('a'))
    expect(tab.toasts).toEqual(['a'])
  })

  test('holds the newest 100 ids in notifiedChats', async () => {
    const { values } = browser()
    const notes = newChatStorage(mapStore(values))
    for (let chat = 0; chat < 130; chat++) notes.storeNotified(`chat-${chat}`)
    const stored = JSON.parse(values.get('notifiedChats') ?? '') as string[]
    expect([stored.length, stored[0], stored.at(-1)]).toEqual([100, 'chat-30', 'chat-129'])
  })

  test('leaves nothing to another member, except the browser’s own choice', async () => {
    const { values } = browser()
    const notes = newChatStorage(mapStore(values))
    notes.claim('10482736')
    notes.storeNotified('a')
    notes.storeTimeStamp(evening)
    rememberRecentSticker(mapStore(values), 'cat-ok')
    notes.switchNotifications(false)
    notes.claim('10482736')
    expect(notes.isNotified('a')).toBe(true)
    notes.claim(null)
    expect(Object.fromEntries(values)).toEqual({ enableNotifications: 'false' })
  })

  test('treats garbage as missing', async () => {
    const { openTab, bring, wait, server, values } = browser()
    for (const key of ['latestTimeStamp', 'lastPollingState', 'lastPollingTime', 'enableNotifications'])
      values.set(key, '{]')
    values.set('visitConfirmMailPathTime', '1e400')
    values.set('notifiedChats', '{"a":1}')
    const tab = openTab()
    bring(item('a'))
    await wait(4)
    expect([server.requests, tab.toasts]).toEqual([[null], ['a']])
  })

  test('works with a storage that throws', async () => {
    const closed = safeStore(() => {
      throw new DOMException('closed', 'SecurityError')
    })
    const { openTab, bring, wait, server } = browser(closed)
    const tab = openTab()
    bring(item('a'))
    await wait(12)
    expect([server.requests, tab.toasts]).toEqual([[null, evening, evening], ['a']])
  })
})

test('polls and reports no more after the page is gone', async () => {
  const { openTab, bring, wait, server } = browser()
  const tab = openTab()
  bring(item('b', '10222222', 2), item('a', maho, 1))
  await wait(4)
  tab.chats.stop()
  await wait(60)
  expect([server.requests.length, tab.toasts]).toEqual([1, ['a']])
})
