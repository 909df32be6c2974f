import { localStore } from '../shell/local-store.ts'

/** Specification 3, local storage keys: the analytics client id, which a registration carries along. */
const key = 'ga_user_id'

/** Empty without analytics. */
export const analyticsId = (): string => localStore.get(key) ?? ''

export const noteAnalyticsId = (id: string): void => localStore.set(key, id)
