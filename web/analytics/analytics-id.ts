import { localStore } from '#web/shell/local-store.ts'

/** Specification 3, local storage keys: the analytics client id, which a registration carries along. */
const key = 'ga_user_id'

/** Empty without analytics, and for a visitor: a session alone has an id. */
export const analyticsId = (): string => localStore.get(key) ?? ''

/** Null removes it. */
export const rememberAnalyticsId = (id: string | null): void => localStore.set(key, id)
