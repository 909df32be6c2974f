import { expect, test } from 'vitest'
import { stickerSets } from '#domain/chat/stickers.ts'
import { type KeyValueStore, safeStore } from '#web/shell/local-store.ts'
import {
  readRecentStickers,
  recentStickersKey,
  recentStickersMax,
  rememberRecentSticker,
} from './recent-stickers.ts'

const memory = (stored: string | null = null): KeyValueStore => {
  const values = new Map<string, string | null>([[recentStickersKey, stored]])
  return { get: (key) => values.get(key) ?? null, set: (key, value) => values.set(key, value) }
}

test('puts the newest first, once', () => {
  const store = memory()
  for (const id of ['cat-ok', 'cat-shy', 'mood-tea', 'cat-ok']) rememberRecentSticker(store, id)
  expect(readRecentStickers(store)).toEqual(['cat-ok', 'mood-tea', 'cat-shy'])
})

test('stores 16 at most', () => {
  const store = memory()
  const ids = stickerSets.flatMap(({ stickers }) => stickers.map(({ id }) => id))
  for (const id of ids) rememberRecentSticker(store, id)
  expect(readRecentStickers(store)).toEqual(ids.toReversed().slice(0, recentStickersMax))
})

test.each(['{', '7', 'null', '["dog", 3, null]', '{"length":2}'])('ignores stored garbage: %s', (stored) => {
  expect(readRecentStickers(memory(stored))).toEqual([])
})

test('remembers them for the life of the page in a browser without storage', () => {
  const closed = safeStore(() => {
    throw new DOMException('closed', 'SecurityError')
  })
  expect(readRecentStickers(closed)).toEqual([])
  rememberRecentSticker(closed, 'cat-ok')
  expect(readRecentStickers(closed)).toEqual(['cat-ok'])
})
