import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { removeItem } from '#server/gallery/actions/remove-item.ts'
import { returnRemoved } from '#server/gallery/actions/return-purchase.ts'
import { watermarkCode, watermarkKey } from '#server/images/watermark/watermark.ts'
import { addOperatorOnce } from '#server/operators/accounts.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { walletOf } from '#server/points/queries.ts'
import { deleteExpiredVideos } from '#server/videos/jobs.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { videoSteps } from '../videos/video-steps.ts'
import { gallerySteps } from './gallery-steps.ts'

let world: TestWorld
const { pass, published, seen, idsOf, statusOf } = gallerySteps(() => world)
const { ready, get, start } = videoSteps(() => world)
let operatorId: number
beforeAll(async () => {
  world = await createTestWorld()
  await world.context.db
    .transaction()
    .execute((tx) => addOperatorOnce(tx, 'op@example.jp', 'koyoi-demo-2026'))
  const [row] = await world.database.sql`select id from operator limit 1`
  operatorId = row?.id
})
afterEach(async () => {
  world.context.now = Date.now
  expect(await checkLedger(world.context.db)).toEqual([])
})
afterAll(() => world.close())

const written = { title: '夜の海', tags: ['海'], imageIds: [], appearsAt: null, kind: 'video' as const }

const publishedVideo = async (owner: Person, price = 300, seed?: number) => {
  const [itemId, videoId] = [randomUUID(), await ready(owner, seed)]
  expect(await owner.request('saveGalleryItem', { ...written, itemId, price, videoId })).toMatchObject({
    type: 'success',
  })
  expect(await owner.request('submitGalleryItem', { itemId })).toMatchObject({ type: 'success' })
  expect(await pass(itemId)).toMatchObject({ id: itemId })
  return { itemId, videoId }
}

it('a locked video shows its length and a blurred poster, and is played after the purchase alone', async () => {
  const [owner, viewer, buyer] = [await world.broadcaster(), await world.caller(), await world.caller(1_000)]
  const { itemId, videoId } = await publishedVideo(owner)
  const locked = await seen(viewer, itemId)
  expect(locked).toMatchObject({
    kind: 'video',
    access: 'locked',
    durationMs: 83_000,
    video: { signature: null },
  })
  expect(await statusOf(viewer, locked.cover.imageId, locked.cover.signature)).toEqual({
    original: 404,
    blurred: 200,
  })
  const own = (await seen(owner, itemId)).video?.signature ?? ''
  for (const [someone, signature] of [
    [viewer, own],
    [viewer, null],
    [null, own],
    [owner, own],
  ] as const)
    expect((await get(someone, videoId, signature)).status).toBe(someone === owner ? 200 : 404)

  expect(await buyer.request('purchaseImage', { itemId, points: 300 })).toMatchObject({ code: 'notFound' })
  expect(await buyer.request('purchaseVideo', { itemId, points: 290 })).toMatchObject({
    code: 'galleryPriceChanged',
  })
  for (let nth = 0; nth < 2; nth += 1)
    expect(await buyer.request('purchaseVideo', { itemId, points: 300 })).toEqual({
      type: 'success',
      point: 700,
    })
  expect(await walletOf(world.context.db, buyer.id)).toMatchObject({ point: 700 })
  const bought = (await seen(buyer, itemId)).video?.signature ?? ''
  expect((await get(buyer, videoId, bought)).status).toBe(200)
  expect((await get(viewer, videoId, bought)).status).toBe(404)
  world.context.now = () => Date.now() + 11 * 60_000
  expect((await get(buyer, videoId, bought)).status).toBe(404)
})

it('a player gets ranges, and a part of another version is never mixed in', async () => {
  const owner = await world.broadcaster()
  const { itemId, videoId } = await publishedVideo(owner, 0)
  const signature = (await seen(owner, itemId)).video?.signature ?? ''
  const whole = await get(owner, videoId, signature)
  const text = await whole.text()
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  expect(whole.headers.get('cache-control')).toMatch(/^private, max-age=\d{1,3}$/)
  const first = await get(owner, videoId, signature, { range: 'bytes=0-1' })
  expect([first.status, await first.text(), first.headers.get('content-range')]).toEqual([
    ...[206, text.slice(0, 2), `bytes 0-1/${text.length}`],
  ])
  const end = await get(owner, videoId, signature, {
    range: 'bytes=-7',
    'if-range': whole.headers.get('etag') ?? '',
  })
  expect([end.status, await end.text()]).toEqual([206, text.slice(-7)])
  expect((await get(owner, videoId, signature, { range: 'bytes=99999-' })).status).toBe(416)
  const changed = await get(owner, videoId, signature, { range: 'bytes=5-9', 'if-range': '"another"' })
  expect([changed.status, (await changed.text()).length]).toEqual([200, text.length])
})

it('lists filter by kind, and each kind has its ranking', async () => {
  const [owner, fan] = [await world.broadcaster(), await world.caller(1_000)]
  const { itemId } = await publishedVideo(owner, 100)
  const pictureId = await published(owner, { price: 100 })
  const wanted = { broadcasterId: owner.id }
  expect(await idsOf(fan, wanted)).toEqual([pictureId, itemId])
  expect(await idsOf(fan, { ...wanted, kind: 'video' })).toEqual([itemId])
  expect(await idsOf(fan, { ...wanted, kind: 'image' })).toEqual([pictureId])
  for (const id of [itemId, pictureId]) await fan.request('addFavorite', { itemId: id })
  const ranked = async (name: 'getVideoRanking' | 'getImageRanking') => {
    const answer = await fan.request(name, { period: 'day' })
    return answer.type === 'error' ? [] : answer.items.map(({ id }) => id)
  }
  const videos = await ranked('getVideoRanking')
  const pictures = await ranked('getImageRanking')
  expect([videos.includes(itemId), videos.includes(pictureId)]).toEqual([true, false])
  expect([pictures.includes(itemId), pictures.includes(pictureId)]).toEqual([false, true])
})

it('a draft waits for its video, takes only one’s own, each once, and loses the one it replaces', async () => {
  const [owner, other] = [await world.broadcaster(), await world.broadcaster()]
  const save = (who: Person, itemId: string, videoId: string | null) =>
    who.request('saveGalleryItem', { ...written, price: 300, itemId, videoId })
  const itemId = randomUUID()
  expect(await save(owner, itemId, null)).toMatchObject({ type: 'success' })
  expect(await owner.request('submitGalleryItem', { itemId })).toMatchObject({ code: 'galleryEmpty' })
  const arriving = await start(owner, 1_000)
  expect(await save(owner, itemId, arriving)).toMatchObject({ code: 'videoNotReady' })
  await owner.request('cancelVideoUpload', { videoId: arriving })
  const videoId = await ready(owner)
  expect(await save(other, randomUUID(), videoId)).toMatchObject({ code: 'videoGone' })
  expect(await save(owner, itemId, videoId)).toMatchObject({ type: 'success' })
  expect(await save(owner, itemId, videoId)).toMatchObject({ type: 'success' })
  expect(await save(owner, randomUUID(), videoId)).toMatchObject({ code: 'videoGone' })
  await owner.request('cancelVideoUpload', { videoId })
  expect((await seen(owner, itemId)).video).toMatchObject({ videoId })
  expect(await save(owner, itemId, await ready(owner))).toMatchObject({ type: 'success' })
  await deleteExpiredVideos(world.context)
  expect(await world.database.sql`select from video where id = ${videoId}`).toHaveLength(0)
})

it('a buyer’s copy is the buyer’s own, whole and in ranges; its owner plays the first encoding', async () => {
  const [owner, one, other] = [
    await world.broadcaster(),
    await world.caller(1_000),
    await world.caller(1_000),
  ]
  const { itemId, videoId } = await publishedVideo(owner)
  const copyOf = async (viewer: Person, headers: Record<string, string> = {}) => {
    const response = await get(viewer, videoId, (await seen(viewer, itemId)).video?.signature ?? '', headers)
    return { response, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
  }
  const encodings = (text: string) =>
    text
      .match(/(version|second) 720 \d+\.0/g)
      ?.map(([letter]) => letter)
      .join('')
  for (const buyer of [one, other]) await buyer.request('purchaseVideo', { itemId, points: 300 })
  const [first, second, own] = [await copyOf(one), await copyOf(other), await copyOf(owner)]
  expect(encodings(own.text)).toMatch(/^v{64}$/)
  expect(encodings(first.text)).toMatch(/^[vs]{64}$/)
  expect(encodings(first.text)).not.toMatch(/^(v+|s+)$/)
  expect(encodings(second.text)).not.toBe(encodings(first.text))
  expect(first.response.headers.get('content-length')).toBe(String(first.text.length))
  expect(first.response.headers.get('etag')).not.toBe(second.response.headers.get('etag'))
  expect((await copyOf(one)).text).toBe(first.text)

  const etag = first.response.headers.get('etag') ?? ''
  const range = await copyOf(one, { range: 'bytes=700-2899', 'if-range': etag })
  expect([range.response.status, range.text]).toEqual([206, first.text.slice(700, 2_900)])
  // Of another member's copy nothing is continued.
  expect((await copyOf(other, { range: 'bytes=700-2899', 'if-range': etag })).text).toBe(second.text)
})

it('the player of a buyer gets the code that operators know the buyer by, where they chose so', async () => {
  const [owner, buyer, other] = [
    await world.broadcaster(),
    await world.caller(1_000),
    await world.caller(1_000),
  ]
  const { itemId } = await publishedVideo(owner)
  const free = await publishedVideo(owner, 0)
  for (const person of [buyer, other]) await person.request('purchaseVideo', { itemId, points: 300 })
  const codeFor = async (viewer: Person, id = itemId) => (await seen(viewer, id)).videoCode
  expect(await codeFor(buyer)).toBeNull()
  await world.database.sql`update gallery_setting set is_watermark_visible = true`
  const code = await codeFor(buyer)
  expect(code).toMatch(/^\d{6}$/)
  expect(await codeFor(other)).not.toBe(code)
  const poster = (await seen(buyer, itemId)).cover.imageId
  expect(code).toBe(watermarkCode(watermarkKey(world.context.secret, poster, buyer.id)))
  expect([await codeFor(owner), await codeFor(await world.caller())]).toEqual([null, null])
  expect(await codeFor(buyer, free.itemId)).toBeNull()
  await world.database.sql`update gallery_setting set is_watermark_visible = false`
})

it('a takedown takes a video from everybody, keeps it as evidence, and refuses it and its look', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller(1_000)]
  const { itemId, videoId } = await publishedVideo(owner, 300, 77)
  await buyer.request('purchaseVideo', { itemId, points: 300 })
  const signature = (await seen(buyer, itemId)).video?.signature ?? ''
  await inTransaction(world.context.db, (tx) =>
    removeItem(world.context, tx, { itemId, reason: 'consent', note: '本人', isReturned: true }, operatorId),
  )
  expect((await get(buyer, videoId, signature)).status).toBe(404)
  await returnRemoved(world.context)
  expect(await walletOf(world.context.db, buyer.id)).toMatchObject({ point: 1_000 })
  await deleteExpiredVideos(world.context)
  expect(await world.database.sql`select from video_file where video_id = ${videoId}`).toHaveLength(4)
  const again = await ready(owner, 77)
  expect(
    await owner.request('saveGalleryItem', { ...written, price: 300, itemId: randomUUID(), videoId: again }),
  ).toMatchObject({ code: 'galleryPictureRefused' })
})
