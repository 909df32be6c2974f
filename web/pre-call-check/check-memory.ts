import { localStore } from '#web/shell/local-store.ts'

const key = 'videoTest'

/** Of this browser, whoever uses it: it is about its devices and its network. */
export const testMemory = {
  isKnown: (): boolean => localStore.get(key) !== null,
  note: (what: 'done' | 'dismissed'): void => localStore.set(key, what),
}
