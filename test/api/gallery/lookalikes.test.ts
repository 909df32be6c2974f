import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { removeItem } from '#server/gallery/actions/remove-item.ts'
import { addOperatorOnce } from '#server/operators/accounts.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { gallerySteps } from './gallery-steps.ts'

let world: TestWorld
const { uploaded, pass, idsOf } = gallerySteps(() => world)
let operatorId: number
beforeAll(async () => {
  world = await createTestWorld()
  await inTransaction(world.context.db, (tx) => addOperatorOnce(tx, 'op@example.jp', 'koyoi-demo-2026'))
  const [row] = await world.database.sql`select id from operator limit 1`
  operatorId = row?.id
})
afterAll(() => world.close())

const drafted = async (owner: Person, seed: number): Promise<string> => {
  const itemId = randomUUID()
  const imageIds = [await uploaded(owner, seed)]
  const saved = await owner.request('saveGalleryItem', {
    ...{ itemId, title: '夜', price: 0, tags: [], imageIds, appearsAt: null },
  })
  expect(saved).toMatchObject({ type: 'success' })
  return itemId
}
const submit = (owner: Person, itemId: string) => owner.request('submitGalleryItem', { itemId })
const stateOf = async (itemId: string): Promise<string> => {
  const [row] = await world.database.sql`select state from gallery_item where id = ${itemId}`
  return row?.state
}

it('a removal takes the same picture in other items out of view, and no draft of it gets past the check', async () => {
  const [owner, other, viewer] = [await world.broadcaster(), await world.broadcaster(), await world.caller()]
  const ids: string[] = []
  for (const [person, seed] of [
    [owner, 5],
    [other, 5],
    [other, 9],
  ] as const) {
    const itemId = await drafted(person, seed)
    await submit(person, itemId)
    await pass(itemId)
    ids.push(itemId)
  }
  const [removed = '', same = '', another = ''] = ids
  const stored = await drafted(other, 5)
  const withdrawn = await drafted(owner, 5)
  await submit(owner, withdrawn)
  await pass(withdrawn)
  await owner.request('withdrawGalleryItem', { itemId: withdrawn })

  await inTransaction(world.context.db, (tx) =>
    removeItem(
      world.context,
      tx,
      { itemId: removed, reason: 'age', note: '運営', isReturned: false },
      operatorId,
    ),
  )
  expect(await idsOf(viewer, { broadcasterId: other.id })).toEqual([another])
  expect(await stateOf(same)).toBe('waiting')
  expect(await submit(other, stored)).toMatchObject({ code: 'galleryPictureRefused' })
  expect(await submit(owner, withdrawn)).toMatchObject({ code: 'galleryPictureRefused' })
  // The operators may find it harmless.
  await pass(same)
  expect(await idsOf(viewer, { broadcasterId: other.id })).toEqual([same, another])
})
