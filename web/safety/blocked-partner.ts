import { safeStore } from '#web/shell/local-store.ts'

const store = safeStore(() => sessionStorage)
const key = 'blockedPartnerId'

/** The member blocked last in this window: after a call nothing is asked about a blocked partner. */
export const blockedPartner = {
  is: (partnerId: string): boolean => store.get(key) === partnerId,
  store: (partnerId: string): void => store.set(key, partnerId),
  clear: (partnerId: string): void => {
    if (store.get(key) === partnerId) store.set(key, null)
  },
} as const
