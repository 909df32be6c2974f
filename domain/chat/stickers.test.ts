import { expect, test } from 'vitest'
import { isSticker, stickerName, stickerSets } from './stickers.ts'

const all = stickerSets.flatMap(({ stickers }) => stickers)

test('there are at least 24 stickers, each with its own id and name', () => {
  expect(all.length).toBeGreaterThanOrEqual(24)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test('a sticker is identified by its id alone', () => {
  expect(all.every(({ id }) => isSticker(id))).toBe(true)
  for (const stranger of ['', 'lantern', 'lantern-smile.svg', '../icon', 'constructor', '__proto__'])
    expect(isSticker(stranger)).toBe(false)
})

test('a sticker of a newer version still has the word for a sticker', () => {
  expect(stickerName('cat-wait')).toBe('月を見て待つねこ')
  expect(stickerName('dog-wow')).toBe('スタンプ')
})
