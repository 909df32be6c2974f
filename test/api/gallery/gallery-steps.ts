import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { GalleryItem } from '#contract/gallery/gallery.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { reviewItem } from '#server/gallery/actions/review-item.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { uploadSteps } from '../images/upload-steps.ts'
import { telling } from './telling-picture.ts'

/** What tests do with the gallery of a world. */
export const gallerySteps = (world: () => TestWorld) => {
  const { upload } = uploadSteps(world)

  const uploaded = async (owner: Person, seed?: number): Promise<string> =>
    (await upload(owner, await telling(seed))).imageId ?? ''

  const draft = async (
    owner: Person,
    { price = 300, pictures = 1, appearsAt = null as string | null, tags = ['夜景'], title = '港の夜' } = {},
  ): Promise<string> => {
    const itemId = randomUUID()
    const imageIds: string[] = []
    for (let nth = 0; nth < pictures; nth += 1) imageIds.push(await uploaded(owner))
    const saved = await owner.request('saveGalleryItem', { itemId, title, price, tags, imageIds, appearsAt })
    expect(saved).toMatchObject({ type: 'success' })
    return itemId
  }

  const versionOf = async (itemId: string): Promise<number> => {
    const [row] = await world().database.sql`select version from gallery_item where id = ${itemId}`
    return row?.version
  }

  const pass = async (itemId: string) =>
    inTransaction(world().context.db, async (tx) =>
      reviewItem(tx, { itemId, version: await versionOf(itemId), reason: null, message: '' }),
    )

  const published = async (owner: Person, wanted: Parameters<typeof draft>[1] = {}): Promise<string> => {
    const itemId = await draft(owner, wanted)
    expect(await owner.request('submitGalleryItem', { itemId })).toMatchObject({ type: 'success' })
    expect(await pass(itemId)).toMatchObject({ id: itemId })
    return itemId
  }

  const seen = async (viewer: Person, itemId: string): Promise<GalleryItem> => {
    const answer = await viewer.request('getGalleryItem', { itemId })
    if (answer.type === 'error') throw new Error(answer.code)
    return answer.item
  }

  /** The status of a picture's original for a viewer, by the signature given, and of its blurred version. */
  const statusOf = async (viewer: Person | null, imageId: string, signature: string | null) => {
    const headers = viewer ? { cookie: viewer.cookie } : {}
    const path = `/api/img/api=get-img&id=${imageId}&kind=6&size=180`
    const get = async (more: string) => (await world().request(`${path}${more}`, { headers })).status
    return {
      original: await get(signature === null ? '' : `&${signature}`),
      blurred: await get('&blurred=1'),
    }
  }

  const idsOf = async (viewer: Person, input: Record<string, unknown> = {}): Promise<string[]> => {
    const answer = await viewer.request('getGalleryItems', { limit: 40, ...input })
    if (answer.type === 'error') throw new Error(answer.code)
    return answer.items.map(({ id }) => id)
  }

  return { uploaded, draft, versionOf, pass, published, seen, statusOf, idsOf }
}
