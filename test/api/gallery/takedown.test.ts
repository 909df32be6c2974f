import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { removeItem } from '#server/gallery/actions/remove-item.ts'
import { addOperatorOnce } from '#server/operators/accounts.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { uploadSteps } from '../images/upload-steps.ts'
import { gallerySteps } from './gallery-steps.ts'
import { telling } from './telling-picture.ts'

let world: TestWorld
const { uploaded, published } = gallerySteps(() => world)
const { upload } = uploadSteps(() => world)
let operatorId: number
beforeAll(async () => {
  world = await createTestWorld()
  await world.context.db
    .transaction()
    .execute((tx) => addOperatorOnce(tx, 'op@example.jp', 'koyoi-demo-2026'))
  const [row] = await world.database.sql`select id from operator limit 1`
  operatorId = row?.id
})
afterAll(() => world.close())

const remove = (itemId: string) =>
  inTransaction(world.context.db, (tx) =>
    removeItem(
      world.context,
      tx,
      { itemId, reason: 'consent', note: '本人の申し出', isReturned: true },
      operatorId,
    ),
  )

describe('a takedown', () => {
  it('is asked for by members and by people without an account, and closes with the removal', async () => {
    const [owner, member] = [await world.broadcaster(), await world.caller()]
    const itemId = await published(owner)
    const claim = { reportId: randomUUID(), itemId, reason: 'rights' as const, text: '私の写真です' }
    for (let again = 0; again < 2; again += 1)
      expect(await member.request('reportGalleryItem', claim)).toMatchObject({ type: 'success' })
    const form = { ...claim, reportId: randomUUID(), name: '山田', mail: 'yamada@example.jp' }
    const sent = await world.request('/api/request-gallery-removal', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form),
    })
    expect(sent.status).toBe(200)
    const open = async () =>
      world.database
        .sql`select name, mail from gallery_claim where item_id = ${itemId} and closed_at is null order by id`
    expect([...(await open())]).toEqual([
      { name: null, mail: null },
      { name: '山田', mail: 'yamada@example.jp' },
    ])
    await remove(itemId)
    expect([...(await open())]).toEqual([])
  })

  it('keeps the evidence until its end, and refuses the same picture and its look afterwards', async () => {
    const owner = await world.broadcaster()
    const itemId = randomUUID()
    const imageId = await uploaded(owner, 3)
    const input = { itemId, title: '夜', price: 0, tags: [], imageIds: [imageId], appearsAt: null }
    await owner.request('saveGalleryItem', input)
    await remove(itemId)
    const [kept] = await world.database.sql`
      select expires_at <= now() as "isHidden", kept_until > now() + interval '179 days' as "isKept"
      from image where id = ${imageId}`
    expect(kept).toEqual({ isHidden: true, isKept: true })
    const other = await world.broadcaster()
    const again = async (picture: Buffer) => {
      const { imageId: newId = '' } = await upload(other, picture)
      return other.request('saveGalleryItem', { ...input, itemId: randomUUID(), imageIds: [newId] })
    }
    expect(await again(await telling(3))).toMatchObject({ code: 'galleryPictureRefused' })
    const changed = await telling(3, { width: 400, brightness: 1.1, quality: 60 })
    expect(await again(changed)).toMatchObject({ code: 'galleryPictureRefused' })
    expect(await again(await telling(815))).toEqual({ type: 'success' })
  })
})
