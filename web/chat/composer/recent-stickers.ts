import { isSticker } from '#domain/chat/stickers.ts'
import type { KeyValueStore } from '#web/shell/local-store.ts'

export const recentStickersKey = 'recentStickers'
export const recentStickersMax = 16

/** @returns ids of the stickers sent last from this browser, newest first */
export const readRecentStickers = (store: KeyValueStore): string[] => {
  try {
    const stored: unknown = JSON.parse(store.get(recentStickersKey) ?? '[]')
    if (!Array.isArray(stored)) return []
    const known = stored.filter((id): id is string => typeof id === 'string' && isSticker(id))
    return [...new Set(known)].slice(0, recentStickersMax)
  } catch {
    return []
  }
}

export const rememberRecentSticker = (store: KeyValueStore, stickerId: string): void => {
  const others = readRecentStickers(store).filter((id) => id !== stickerId)
  store.set(recentStickersKey, JSON.stringify([stickerId, ...others].slice(0, recentStickersMax)))
}
