import { localStore } from './local-store.ts'

const key = 'videoTest'

/** Stored per browser and not per member: it is about this browser's devices and network. */
export const checkMemory = {
  isKnown: (): boolean => localStore.get(key) !== null,
  store: (what: 'done' | 'dismissed'): void => localStore.set(key, what),
}
