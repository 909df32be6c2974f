import { expect, test } from 'vitest'
import { isPriceAllowed } from '#domain/gallery/written-item.ts'
import { readTags } from '#domain/people/own-profile.ts'
import { broadcasters } from '../people.ts'
import { sceneSizes, seedVideos } from '../videos/items.ts'
import { drawGalleryPicture, seedGalleryItems, seedWaitingItems } from './items.ts'

const bounds = { min: 50, max: 3_000 }
const everything = [...seedGalleryItems, ...seedVideos]

test('the demo has sixty items and eight short videos of twelve broadcasters, some of each free', async () => {
  expect(seedGalleryItems.length).toBeGreaterThanOrEqual(60)
  expect(seedVideos.length).toBeGreaterThanOrEqual(8)
  expect(new Set(everything.map(({ ownerId }) => ownerId)).size).toBeGreaterThanOrEqual(12)
  for (const items of [seedGalleryItems, seedVideos]) {
    const free = items.filter(({ price }) => price === 0).length
    expect(free).toBeGreaterThanOrEqual(2)
    expect(free).toBeLessThan(items.length / 2)
  }
  const sizes = await sceneSizes()
  for (const { scene } of seedVideos) expect(sizes[scene]?.durationMs).toBeLessThanOrEqual(15_000)
})

test('each item is one that its broadcaster could have written', () => {
  const ids = broadcasters.map(({ id }) => id)
  for (const { ownerId, title, price, tags } of everything) {
    expect(ids).toContain(ownerId)
    expect(isPriceAllowed(price, bounds), `${title} ${price}`).toBe(true)
    expect(readTags(tags)).toEqual(tags)
  }
  const titles = everything.map(({ ownerId, title }) => `${ownerId} ${title}`)
  expect(new Set(titles).size).toBe(titles.length)
  for (const title of seedWaitingItems) expect(seedGalleryItems.map((item) => item.title)).toContain(title)
})

test('each picture is drawn, and another one than the others', () => {
  const drawn = seedGalleryItems.flatMap((item) =>
    Array.from({ length: item.pictures }, (_, place) => drawGalleryPicture(item, place).svg),
  )
  for (const svg of drawn) expect(svg).toMatch(/^<svg [^>]*>.*<\/svg>$/s)
  expect(new Set(drawn).size).toBe(drawn.length)
})
