import { sessionStore } from '#web/shell/local-store.ts'
import { type StoredRing, storedRingKey } from './store-ring.ts'

const isStoredRing = (value: unknown): value is StoredRing =>
  typeof value === 'object' &&
  value !== null &&
  'channelId' in value &&
  typeof value.channelId === 'string' &&
  'senderId' in value &&
  typeof value.senderId === 'string'

/** The ring that opened a call screen. */
export const storedRing = {
  /** The call this member rang with; null when there is none, or when it is another member's. */
  from: (senderId: string): StoredRing | null => {
    try {
      const value: unknown = JSON.parse(sessionStore.get(storedRingKey) ?? 'null')
      return isStoredRing(value) && value.senderId === senderId ? value : null
    } catch {
      return null
    }
  },
  clear: (): void => sessionStore.set(storedRingKey, null),
} as const
