import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import { retireImage } from '#server/images/actions/retire-image.ts'
import { imageRoutes } from '#server/images/routes.ts'
import type { Visibility } from '#server/images/visibility.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
let app: Hono<ServerEnv>
let owner: Person
let partner: Person
let stranger: Person
/** The chat's rule for people other than the owner, by member. */
const visibilities = new Map<string, Visibility>()
beforeAll(async () => {
  world = await createTestWorld()
  owner = await world.broadcaster()
  partner = await world.caller(0)
  stranger = await world.caller(0)
  app = new Hono<ServerEnv>().route(
    '/api/img',
    imageRoutes(world.context, {
      chat: async (_db, image, viewer) =>
        viewer?.memberId === image.ownerId ? 'original' : (visibilities.get(viewer?.memberId ?? '') ?? null),
      timeline: async () => null,
      market: async () => null,
      marketDispute: async () => null,
      gallery: async () => null,
    }),
  )
})
afterAll(() => world.close())

/** Black and white stripes of 20 px under a plain sky: fine detail of which a blur must leave nothing. */
const stripes = async (width: number, height: number): Promise<Buffer> => {
  const bars = Array.from({ length: width / 40 }, (_, i) => `<path d="M${i * 40} 0h20v${height}h-20z"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#fff" d="M0 0h${width}v${height}H0z"/>${bars.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

/** An upload of `owner` that the storage has, not used yet. */
const uploaded = async (facts: { expired?: boolean; stored?: boolean } = {}): Promise<string> => {
  const id = randomUUID().replaceAll('-', '')
  await world.context.storage.put(`images/${id}.jpg`, await stripes(2400, 1200))
  await world.database.sql`
    INSERT INTO image (id, owner_id, kind, path, upload_id, width, height, bytes, stored_at, expires_at)
    VALUES (${id}, ${owner.id}, 6, ${`${id}.jpg`}, ${randomUUID()}, 2400, 1200, 1000,
      CASE WHEN ${facts.stored ?? true} THEN now() END,
      now() + ${facts.expired ? -1 : 86_400}::int * interval '1 second')`
  return id
}

const claim = (imageId: string, ownerId = owner.id, purpose: 'chat' | 'avatar' = 'chat') =>
  inTransaction(world.context.db, (tx) => claimImage(tx, { imageId, ownerId, purpose }))

const get = async (person: Person | null, query: string, headers: Record<string, string> = {}) =>
  app.request(
    `/api/img/api=get-img&${query}`,
    { headers: { accept: 'image/webp', ...(person ? { cookie: person.cookie } : {}), ...headers } },
    { incoming: undefined },
  )

const statusesOf = (query: string) =>
  Promise.all([owner, partner, stranger, null].map(async (person) => (await get(person, query)).status))

describe('an image of content', () => {
  test('is its owner’s alone until it is used, and then visible by the rule of its purpose', async () => {
    const id = await uploaded()
    expect(await statusesOf(`id=${id}&kind=6`)).toEqual([200, 404, 404, 404])
    expect(await claim(id)).toEqual({ width: 2400, height: 1200 })
    expect(await statusesOf(`id=${id}&kind=6`)).toEqual([200, 404, 404, 404])
    visibilities.set(partner.id, 'original')
    expect(await statusesOf(`id=${id}&kind=6`)).toEqual([200, 200, 404, 404])
    visibilities.clear()
    expect(await statusesOf(`id=${id}&kind=6`)).toEqual([200, 404, 404, 404])
    expect(await statusesOf(`id=${id}&kind=1`)).toEqual([404, 404, 404, 404])
  })

  test('an address that names nobody and nothing is told so, whatever is in it', async () => {
    const id = await uploaded()
    for (const query of [`id=${id}&kind=6&uid=%00`, `id=${id}&kind=6&uid=%2500`, 'id=%00', 'id=..%2Fx'])
      expect(await statusesOf(query)).toEqual([404, 404, 404, 404])
    expect(await owner.request('updateAvatar', { imageId: '\0' })).toMatchObject({ code: 'badInput' })
    const message = { messageId: randomUUID(), partnerId: partner.id, imagePoints: null }
    for (const imageId of ['\0', '\ud800', '../x'])
      expect(await owner.request('sendImageFromWeb', { ...message, imageId })).toMatchObject({
        code: 'badInput',
      })
  })

  test('gives members who may not see it the answer of an image that does not exist', async () => {
    const id = await uploaded()
    const [refused, missing] = await Promise.all(
      [id, 'nothing'].map(async (each) => {
        const response = await get(stranger, `id=${each}&kind=6&size=480`)
        return [await response.text(), Object.fromEntries(response.headers)]
      }),
    )
    expect(refused).toEqual(missing)
  })

  test('keeps its shape at every width, is never enlarged, and is cached by its browser alone', async () => {
    const id = await uploaded()
    for (const [size, height] of [
      [60, 30],
      [180, 90],
      [480, 240],
      [960, 480],
      [1920, 960],
    ]) {
      const response = await get(owner, `id=${id}&kind=6&size=${size}`)
      const facts = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect([facts.width, facts.height]).toEqual([size, height])
      expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(response.headers.get('vary')).toBe('Accept, User-Agent')
    }
  })

  test('has an ETag that saves bytes for its viewers, and tells a stranger nothing', async () => {
    const id = await uploaded()
    const etag = (await get(owner, `id=${id}&kind=6&size=180`)).headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await get(owner, `id=${id}&kind=6&size=180`, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(stranger, `id=${id}&kind=6&size=180`, { 'if-none-match': etag })).status).toBe(404)
  })

  test('has, while locked, a blurred address alone, with nothing of the original in it', async () => {
    const id = await uploaded()
    await claim(id)
    visibilities.set(partner.id, 'blurred')
    expect(await statusesOf(`id=${id}&kind=6&size=480`)).toEqual([200, 404, 404, 404])
    expect(await statusesOf(`id=${id}&kind=6&size=480&blurred=1`)).toEqual([200, 200, 404, 404])
    const sharpness = async (person: Person, query: string) => {
      const response = await get(person, `id=${id}&kind=6&size=480${query}`)
      const picture = sharp(Buffer.from(await response.arrayBuffer())).greyscale()
      const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([480, 240])
      return Math.max(...data) - Math.min(...data)
    }
    expect(await sharpness(owner, '')).toBeGreaterThan(200)
    expect(await sharpness(partner, '&blurred=1')).toBeLessThan(40)
    visibilities.set(partner.id, 'original')
    expect(await statusesOf(`id=${id}&kind=6&size=480`)).toEqual([200, 200, 404, 404])
    visibilities.clear()
  })

  test('disappears when its owner has left, when it has expired or was never stored', async () => {
    expect(await statusesOf(`id=${await uploaded({ expired: true })}&kind=6`)).toEqual([404, 404, 404, 404])
    expect(await statusesOf(`id=${await uploaded({ stored: false })}&kind=6`)).toEqual([404, 404, 404, 404])
    const id = await uploaded()
    await claim(id)
    visibilities.set(partner.id, 'original')
    await world.database.sql`UPDATE image SET owner_id = NULL WHERE id = ${id}`
    expect(await statusesOf(`id=${id}&kind=6`)).toEqual([404, 404, 404, 404])
    visibilities.clear()
  })
})

describe('an upload is claimed', () => {
  test('once, by its owner', async () => {
    const id = await uploaded()
    expect(await claim(id, partner.id)).toEqual({ refused: 'imageGone' })
    expect(await claim('nothing')).toEqual({ refused: 'imageGone' })
    const answers = await Promise.all([claim(id), claim(id), claim(id, owner.id, 'avatar')])
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1)
    expect(await claim(id)).toEqual({ refused: 'imageGone' })
  })

  test('not after it has expired, nor before the storage has it', async () => {
    expect(await claim(await uploaded({ expired: true }))).toEqual({ refused: 'imageGone' })
    expect(await claim(await uploaded({ stored: false }))).toEqual({ refused: 'imageGone' })
  })

  test('and stays until it is retired', async () => {
    const id = await uploaded()
    await claim(id)
    const expiry = () =>
      world.database.sql<{ expires_at: Date | null }[]>`SELECT expires_at FROM image WHERE id = ${id}`
    expect(await expiry()).toEqual([{ expires_at: null }])
    await inTransaction(world.context.db, (tx) => retireImage(tx, id))
    const [row] = await expiry()
    expect(Number(row?.expires_at) - Date.now()).toBeGreaterThan(86_000_000)
  })
})
