import { localStore } from '../local-store.ts'
import { memberKey } from '../member-key.ts'

const cacheName = 'koyoi-last-seen'
const address = '/last-seen'

/**
 * Says that the lists of this member may be kept and shown, and since when they are fit for it. It goes with everything
 * else that the browser has of a member, when the page learns that nobody or another member is signed in
 * (web/chat/member/current-chat.ts), at once and for all tabs.
 */
const markOf = (memberId: string): string => memberKey(memberId, 'last-seen')

/** Null: nothing of this member may be kept or shown. */
export const sinceMsOf = (memberId: string): number | null => {
  const mark = localStore.get(markOf(memberId))
  return mark === null ? null : Number(mark)
}

/** Allows it from now on; what is allowed stays as it is. */
export const allowLastSeen = (memberId: string): void => {
  if (sinceMsOf(memberId) === null) localStore.set(markOf(memberId), '0')
}

/** What is kept, of whichever member and release. */
export const readLastSeen = (): Promise<Response | undefined> => caches.match(address, { cacheName })

export const writeLastSeen = async (kept: object): Promise<void> =>
  (await caches.open(cacheName)).put(address, Response.json(kept))

/** Plain http has no such storage, and a browser may refuse it. */
export const deleteLastSeen = async (): Promise<void> => {
  await globalThis.caches?.delete(cacheName).catch(() => false)
}

/** After a block no list from before it is shown again. */
export const dropEarlierLists = (memberId: string, nowMs: number): Promise<void> => {
  if (sinceMsOf(memberId) !== null) localStore.set(markOf(memberId), String(nowMs))
  return deleteLastSeen()
}
