import { expect, it } from 'vitest'
import { itemIdIn } from './item-id-in.ts'

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'

it.each([
  id,
  ` ${id.toUpperCase()} `,
  `https://koyoi.example/gallery/${id}`,
  `https://koyoi.example/gallery/${id}/`,
  `koyoi.example/gallery/${id}?from=share#top`,
  `この作品です https://koyoi.example/gallery/${id} お願いします`,
])('“%s” names the item', (text) => expect(itemIdIn(text)).toBe(id))

it.each(['', 'https://koyoi.example/gallery', `${id}0`, '0f8fad5b-d9cb-469f'])('“%s” names none', (text) =>
  expect(itemIdIn(text)).toBeNull(),
)
