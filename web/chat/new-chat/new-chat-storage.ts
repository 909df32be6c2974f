import { notifiedChatsMax, type PollingLock, type SharedPolling } from '#domain/chat/new-chat-polling.ts'
import type { KeyValueStore } from '#web/shell/local-store.ts'
import { recentStickersKey } from '../composer/recent-stickers.ts'

/** Specification 3, local storage keys; the last one is ours. */
const keys = {
  latestTimeStamp: 'latestTimeStamp',
  lastPollingState: 'lastPollingState',
  lastPollingTime: 'lastPollingTime',
  notifiedChats: 'notifiedChats',
  enableNotifications: 'enableNotifications',
  visitConfirmMailPathTime: 'visitConfirmMailPathTime',
  owner: 'chatNotesOwner',
} as const

/** Keys that belong to one member, and to nobody else who uses this browser. */
const ofMember = [
  keys.latestTimeStamp,
  keys.lastPollingState,
  keys.lastPollingTime,
  keys.notifiedChats,
  recentStickersKey,
]

/** What a browser remembers about new chats. A stored value may be garbage or missing. */
export const newChatStorage = (store: KeyValueStore) => {
  const time = (key: string): number | null => {
    const value = store.get(key)
    return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null
  }
  const notified = (): string[] => {
    try {
      const stored: unknown = JSON.parse(store.get(keys.notifiedChats) ?? '[]')
      return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
    } catch {
      return []
    }
  }
  return {
    /** Clears what another member left. @param memberId null: nobody is signed in */
    claim: (memberId: string | null): void => {
      if (store.get(keys.owner) === memberId) return
      for (const key of ofMember) store.set(key, null)
      store.set(keys.owner, memberId)
    },
    shared: (): SharedPolling => ({
      lastPollingState: store.get(keys.lastPollingState) === 'Start' ? 'Start' : 'End',
      lastPollingTime: time(keys.lastPollingTime),
      visitConfirmMailPathTime: time(keys.visitConfirmMailPathTime),
    }),
    setLock: (state: PollingLock): void => store.set(keys.lastPollingState, state),
    storePolling: (now: number): void => store.set(keys.lastPollingTime, String(now)),
    storeConfirmMailVisit: (now: number): void => store.set(keys.visitConfirmMailPathTime, String(now)),
    latestTimeStamp: (): number | null => time(keys.latestTimeStamp),
    /** Never decreases: tabs receive answers in any order. */
    storeTimeStamp: (timeStamp: number): void => {
      if (timeStamp > (time(keys.latestTimeStamp) ?? -1)) store.set(keys.latestTimeStamp, String(timeStamp))
    },
    isNotified: (chatId: string): boolean => notified().includes(chatId),
    storeNotified: (chatId: string): void => {
      const others = notified().filter((id) => id !== chatId)
      store.set(keys.notifiedChats, JSON.stringify([...others, chatId].slice(-notifiedChatsMax)))
    },
    areNotificationsOn: (): boolean => store.get(keys.enableNotifications) !== 'false',
    switchNotifications: (isOn: boolean): void => store.set(keys.enableNotifications, String(isOn)),
  }
}

export type NewChatStorage = ReturnType<typeof newChatStorage>
