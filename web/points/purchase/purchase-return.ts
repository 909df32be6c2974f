import { destinationPath } from '#web/session/destination.ts'
import type { KeyValueStore } from '#web/shell/local-store.ts'
import { paths } from '#web/shell/navigation/paths.ts'

/** Session storage: the newest order of this tab, and the page that its purchase began on. */
const key = 'purchaseReturn'

/** The address as a page of ours that one may return to; null for any other, for home and for the purchase itself. */
export const returnPath = (origin: string, back: string | null): string | null => {
  const path = back === null ? paths.home() : destinationPath(origin, back)
  return path === paths.home() || path.startsWith(paths.purchase()) ? null : path
}

/** Before the payment: its bank's page may load ours anew, and only the order's id comes back. */
export const keepReturn = (store: KeyValueStore, orderId: string, path: string | null): void =>
  store.set(key, path === null ? null : `${orderId} ${path}`)

/** Where the purchase of this order began; null when that isn't known. */
export const returnOfOrder = (store: KeyValueStore, origin: string, orderId: string): string | null => {
  const kept = store.get(key)
  return kept?.startsWith(`${orderId} `) ? returnPath(origin, kept.slice(orderId.length + 1)) : null
}

/** What the button that returns says. */
export const returnLabel = (path: string): string => {
  if (path.startsWith('/chat/')) return 'トークへ戻る'
  return path.startsWith('/profile/') ? 'プロフィールへ戻る' : '元の画面へ戻る'
}
