import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operatorGalleryLeakPath } from '#contract/gallery/operator.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { uploadSteps } from '../images/upload-steps.ts'
import { operatorCookie } from '../operators/operator-cookie.ts'
import { gallerySteps } from './gallery-steps.ts'
import { telling } from './telling-picture.ts'

let world: TestWorld
let operator: string
const { published, seen, pass } = gallerySteps(() => world)
const { upload } = uploadSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  operator = await operatorCookie(world)
})
afterAll(() => world.close())

const itemOf = async (owner: Person, price: number): Promise<string> => {
  const itemId = crypto.randomUUID()
  const imageIds: string[] = []
  for (const seed of [401, 402])
    imageIds.push((await upload(owner, await telling(seed + price, { width: 1_100 }))).imageId ?? '')
  await owner.request('saveGalleryItem', {
    itemId,
    title: '港の夜',
    price,
    tags: [],
    imageIds,
    appearsAt: null,
  })
  await owner.request('submitGalleryItem', { itemId })
  await pass(itemId)
  return itemId
}

/** The item's second picture, as this member's page shows it. */
const pictureFor = async (viewer: Person, itemId: string): Promise<Buffer> => {
  const { files } = await seen(viewer, itemId)
  const path = `/api/img/api=get-img&id=${files[1]?.imageId}&kind=6&size=960&${files[1]?.signature}`
  const response = await world.request(path, { headers: { cookie: viewer.cookie, accept: 'image/webp' } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const leak = async (itemId: string, file: Buffer, cookie = operator) => {
  const response = await world.request(`${operatorGalleryLeakPath}?item=${itemId}`, {
    method: 'POST',
    headers: { cookie },
    body: new Uint8Array(file),
  })
  return (await response.json()) as object
}

it('a leaked copy names its buyer to operators, also encoded again and smaller, and each look is audited', async () => {
  const owner = await world.broadcaster()
  const buyers = [await world.caller(), await world.caller(), await world.caller()]
  const itemId = await itemOf(owner, 300)
  for (const buyer of buyers) await buyer.request('purchaseImage', { itemId, points: 300 })
  const [first, second] = buyers as [Person, Person]
  const copy = await pictureFor(first, itemId)
  expect(await pictureFor(first, itemId)).toEqual(copy)
  expect(await pictureFor(second, itemId)).not.toEqual(copy)
  const leaked = await sharp(copy).resize(480).jpeg({ quality: 60 }).toBuffer()
  expect(await leak(itemId, leaked)).toEqual({
    type: 'success',
    picture: 2,
    compared: 3,
    buyers: [{ id: first.id, name: expect.any(String), score: expect.any(Number) }],
  })
  const [line] = await world.database.sql`
    select subject, after from operator_audit where action = 'operatorGalleryLeak' order by id desc limit 1`
  expect(line).toMatchObject({
    subject: `gallery:${itemId}`,
    after: { picture: 2, compared: 3, members: [first.id] },
  })
  // The broadcaster's own copy bears nothing, and another picture is recognised as such.
  expect(await leak(itemId, await pictureFor(owner, itemId))).toMatchObject({ picture: 2, buyers: [] })
  expect(await leak(itemId, await telling(990, { width: 900 }))).toMatchObject({ picture: null, buyers: [] })
})

it('is read for operators alone, and only from pictures', async () => {
  const owner = await world.broadcaster()
  const itemId = await published(owner)
  const picture = await telling(5)
  expect(await leak(itemId, picture, owner.cookie)).toMatchObject({ code: 'notLoggedIn' })
  expect(await leak(itemId, Buffer.from('<svg/>'))).toMatchObject({ code: 'imageUnreadable' })
  expect(await leak(crypto.randomUUID(), picture)).toMatchObject({ code: 'notFound' })
  expect(await leak('nonsense', picture)).toMatchObject({ code: 'badInput' })
})

it('shows the short id where operators chose so; free pictures are the same for everybody', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller()]
  const [itemId, free] = [await itemOf(owner, 310), await itemOf(owner, 0)]
  await buyer.request('purchaseImage', { itemId, points: 310 })
  const invisible = await pictureFor(buyer, itemId)
  await world.database.sql`update gallery_setting set is_watermark_visible = true`
  expect(await pictureFor(buyer, itemId)).not.toEqual(invisible)
  expect(await pictureFor(buyer, free)).toEqual(await pictureFor(owner, free))
})
