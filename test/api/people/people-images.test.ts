import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDiskStorage } from '#adapters/storage/disk.ts'
import { chatImageVisibility } from '#server/chat/image-visibility.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { inlineFormats, inlinePortrait } from '#server/images/inline-portraits.ts'
import { imageRoutes } from '#server/images/routes.ts'
import { createVariants } from '#server/images/variants.ts'
import { timelineImageVisibility } from '#server/timeline/file-visibility.ts'
import { createPeopleWorld, type PeopleWorld } from './people-world.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'
/** 4:5, the upper half red, the lower half blue. */
const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><path fill="#f00" d="M0 0h400v400H0z"/><path fill="#00f" d="M0 400h400v100H0z"/></svg>'

let world: PeopleWorld
let app: Hono<ServerEnv>
beforeAll(async () => {
  world = await createPeopleWorld()
  await world.addBroadcaster('1')
  await world.addBroadcaster('2')
  await world.sql`
    INSERT INTO image (id, owner_id, kind, purpose, path)
    VALUES ('drawn', '1', 1, 'avatar', 'drawn.svg'), ('photo', '1', 1, 'avatar', 'photo.png'),
      ('lost', '1', 1, 'avatar', 'lost.png'), ('content', '1', 6, null, 'drawn.svg'),
      ('outside', '1', 1, 'avatar', '../../../../etc/passwd')`
  const folder = path.join(world.context.config.dataDir, 'images')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'drawn.svg'), portrait)
  const photo = sharp({ create: { width: 800, height: 300, channels: 3, background: '#0a0' } })
  await photo
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .png()
    .toFile(path.join(folder, 'photo.png'))
  app = new Hono<ServerEnv>().route(
    '/api/img',
    imageRoutes(world.context, {
      chat: chatImageVisibility,
      timeline: timelineImageVisibility,
      market: async () => null,
      marketDispute: async () => null,
      gallery: async () => null,
    }),
  )
})
afterAll(() => world.close())

const get = (query: string, headers: Record<string, string> = {}) =>
  app.request(`/api/img/api=get-img&${query}`, { headers }, { incoming: undefined })

const picture = async (query: string, headers: Record<string, string> = {}) => {
  const response = await get(query, headers)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('an image', () => {
  test.each([
    ['size=60', 60, 60],
    ['size=180', 180, 180],
    ['size=480', 480, 600],
    ['size=960', 960, 1200],
  ])('%s is %i × %i', async (size, width, height) => {
    const facts = await sharp(await picture(`id=drawn&kind=1&${size}`, { accept: 'image/webp' })).metadata()
    expect([facts.width, facts.height]).toEqual([width, height])
  })

  test('without a size it is the thumbnail of the device', async () => {
    const width = async (headers: Record<string, string>) =>
      (await sharp(await picture('id=drawn&uid=1&kind=1', headers)).metadata()).width
    expect(await width({})).toBe(180)
    expect(await width({ 'user-agent': phone })).toBe(60)
  })

  test('a thumbnail is the top square', async () => {
    const thumbnail = sharp(await picture('id=drawn&kind=1&size=180', { accept: 'image/webp' }))
    const { data } = await thumbnail.raw().toBuffer({ resolveWithObject: true })
    const [red = 0, , blue = 0] = data.subarray(-3)
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(60)
  })

  test.each([
    ['drawn', 'image/avif,image/webp,image/*', phone, 'image/webp'],
    ['drawn', 'image/avif', phone, 'image/avif'],
    ['photo', 'image/avif,image/webp,image/*', phone, 'image/avif'],
    ['photo', 'image/avif,image/webp,image/*', '', 'image/webp'],
    ['photo', 'image/avif', '', 'image/avif'],
    ['photo', 'image/webp', phone, 'image/webp'],
    ['photo', '*/*', phone, 'image/jpeg'],
  ])('%s for %s on %j is %s', async (id, accept, device, type) => {
    const response = await get(`id=${id}&kind=1&size=60`, { accept, 'user-agent': device })
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('vary')).toBe('Accept, User-Agent')
    expect(response.headers.get('cache-control')).toBe('public, s-maxage=86400, max-age=31536000, immutable')
  })

  test('is smaller on a phone, and has its own ETag', async () => {
    const accept = 'image/jpeg'
    const desktop = await get('id=photo&size=480', { accept })
    const mobile = await get('id=photo&size=480', { accept, 'user-agent': phone })
    expect(mobile.headers.get('etag')).not.toBe(desktop.headers.get('etag'))
    const again = await get('id=photo&size=480', {
      accept,
      'if-none-match': desktop.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('contains no metadata of its original', async () => {
    const made = await picture('id=photo&size=480', { accept: 'image/jpeg' })
    expect((await sharp(made).metadata()).exif).toBeUndefined()
  })
})

describe('a portrait within a page', () => {
  const inline = (query: string, isMobile = true) =>
    inlinePortrait(world.context, `/api/img/api=get-img&${query}`, isMobile)

  test('is the picture that the browser would get by itself', async () => {
    const headers = { accept: inlineFormats, 'user-agent': phone }
    const own = await picture('id=photo&kind=1&size=960', headers)
    expect(await inline('id=photo&kind=1&size=960')).toBe(`data:image/avif;base64,${own.toString('base64')}`)
  })

  test.each([
    ['was not rendered yet', 'id=drawn&kind=1&size=960'],
    ['is content', 'id=content&kind=6&size=480'],
    ['is of nobody', 'id=unknown&kind=1&size=480'],
    ['is no picture', 'id=..%2F..%2Fsecret&kind=1&size=480'],
  ])('stays an address where it %s', async (_, query) => {
    expect(await inline(query)).toBeNull()
  })
})

test.each([
  'id=unknown&kind=1&size=60',
  'id=drawn&kind=1&size=61',
  'id=drawn&kind=1&size=1920',
  'id=drawn&kind=1&size=480&blurred=1',
  'id=drawn&kind=6&size=60',
  'id=content&kind=1&size=60',
  'id=drawn&uid=2&kind=1&size=60',
  'id=lost&kind=1&size=60',
  'id=outside&kind=1&size=60',
  'id=..%2F..%2Fsecret&kind=1&size=60',
  'id=%00&size=60',
  'id=%E0%A4%A&size=60',
  '',
])('the address %j gets a 404 as JSON', async (query) => {
  const response = await get(query)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    type: 'error',
    code: 'notFound',
    message: '見つかりませんでした。',
  })
})

test('a variant is made once for concurrent requests, and two variants at a time', async () => {
  const dataDir = path.join(world.context.config.dataDir, 'other')
  await mkdir(path.join(dataDir, 'images'), { recursive: true })
  await writeFile(path.join(dataDir, 'images', 'one.svg'), portrait)
  let running = 0
  let peak = 0
  let made = 0
  const variants = createVariants(dataDir, createDiskStorage(dataDir), async () => {
    running += 1
    peak = Math.max(peak, running)
    made += 1
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return Buffer.from('picture')
  })
  const read = (id: string, size: 60 | 180) =>
    variants.read({ id, path: 'one.svg' }, { kind: 1, size, quality: 50, format: 'webp', isBlurred: false })
  await Promise.all(['a', 'a', 'a', 'b', 'c', 'd'].flatMap((id) => [read(id, 60), read(id, 180)]))
  expect({ made, peak }).toEqual({ made: 8, peak: 2 })
  await read('a', 60)
  expect(made).toBe(8)
  const kept = await readdir(path.join(dataDir, 'cache', 'images'), { recursive: true })
  expect(kept.filter((name) => name.endsWith('.webp'))).toHaveLength(8)
})
