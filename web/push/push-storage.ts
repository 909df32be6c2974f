import type { PushRecord } from '#domain/push/registration.ts'
import type { KeyValueStore } from '#web/shell/local-store.ts'

/**
 * Specification 3, local storage keys: the first two. The others are ours, and are cleared with what they
 * describe.
 */
const keys = {
  fcmToken: 'fcmToken',
  notificationPermission: 'notificationPermission',
  owner: 'fcmTokenOwner',
  registeredAt: 'fcmTokenTime',
  sentAt: 'fcmTokenToldTime',
  switchedOff: 'pushSwitchedOff',
  offeredAt: 'pushOfferedTime',
} as const

/** What a browser remembers of its push address. A stored value may be garbage or missing. */
export const pushStorage = (store: KeyValueStore) => {
  const time = (key: string): number | null => {
    const value = store.get(key)
    return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null
  }
  return {
    record: (): PushRecord | null => {
      const fcmToken = store.get(keys.fcmToken)
      if (fcmToken === null) return null
      // An address without an owner belongs to nobody, and is registered again.
      return {
        fcmToken,
        memberId: store.get(keys.owner) ?? '',
        registeredAtMs: time(keys.registeredAt),
        sentAtMs: time(keys.sentAt),
      }
    },
    storeRecord: (record: PushRecord | null): void => {
      store.set(keys.fcmToken, record?.fcmToken ?? null)
      store.set(keys.owner, record?.memberId ?? null)
      store.set(keys.registeredAt, record?.registeredAtMs?.toString() ?? null)
      store.set(keys.sentAt, record?.sentAtMs?.toString() ?? null)
    },
    storePermission: (result: string): void => store.set(keys.notificationPermission, result),
    isSwitchedOff: (): boolean => store.get(keys.switchedOff) === 'true',
    storeSwitch: (isOff: boolean): void => store.set(keys.switchedOff, isOff ? 'true' : null),
    offeredAtMs: (): number | null => time(keys.offeredAt),
    storeOffer: (now: number): void => store.set(keys.offeredAt, String(now)),
  }
}
