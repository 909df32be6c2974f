import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { deleteOldViews, openItem } from '#server/gallery/actions/open-item.ts'
import { returnPurchase } from '#server/gallery/actions/return-purchase.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { gallerySteps } from './gallery-steps.ts'

let world: TestWorld
const { draft, published, seen } = gallerySteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const buy = (buyer: Person, itemId: string, points = 300) =>
  buyer.request('purchaseImage', { itemId, points })

describe('the studio', () => {
  it('counts a view once a viewer and Japanese day, and what was returned', async () => {
    const [owner, buyer, viewer] = [await world.broadcaster(), await world.caller(), await world.caller()]
    const itemId = await published(owner)
    await buy(buyer, itemId)
    const figures = async () => {
      const answer = await owner.request('getOwnGalleryItems', {})
      return answer.type === 'success' ? answer.items[0] : answer
    }
    for (const person of [viewer, viewer, buyer, owner]) await seen(person, itemId)
    expect(await figures()).toMatchObject({ views: 2, sales: 1, returned: 0 })
    const tomorrow = Date.now() + 86_400_000
    world.context.now = () => tomorrow
    await openItem(world.context, itemId, viewer.id)
    world.context.now = Date.now
    expect(await figures()).toMatchObject({ views: 3 })
    const kept = async () => [...(await world.database.sql`select viewer_key, seen_on from gallery_view`)]
    expect(JSON.stringify(await kept())).not.toContain(viewer.id)
    await world.database.sql`update gallery_view set seen_on = seen_on - 2`
    await deleteOldViews(world.context.db)
    expect(await kept()).toEqual([])
    await inTransaction(world.context.db, (tx) =>
      returnPurchase(world.context, tx, { itemId, memberId: buyer.id, isPaidByPlatform: false }),
    )
    expect(await figures()).toMatchObject({ sales: 0, returned: 1, earned: 0 })
  })

  it('opens all pictures of what can be edited, and the cover alone of everything else', async () => {
    const owner = await world.broadcaster()
    const wanted = { pictures: 3 }
    await published(owner, wanted)
    await draft(owner, wanted)
    const answer = await owner.request('getOwnGalleryItems', {})
    if (answer.type === 'error') throw new Error(answer.code)
    expect(
      answer.items.map(({ state, files }) => [state, files.map(({ signature }) => signature !== null)]),
    ).toEqual([
      ['draft', [true, true, true]],
      ['published', [true, false, false]],
    ])
  })

  it('names the usual prices once enough was sold by enough broadcasters', async () => {
    const usual = async (person: Person) => {
      const answer = await person.request('getOwnGalleryItems', {})
      return answer.type === 'success' ? answer.usual : answer
    }
    const owners = await Promise.all(Array.from({ length: 5 }, () => world.broadcaster()))
    const [asking] = owners as [Person]
    await world.database.sql`update gallery_purchase set bought_at = now() - interval '91 days'`
    expect(await usual(asking)).toEqual([])
    const items: [string, number][] = []
    for (const [nth, owner] of owners.entries()) {
      const price = [100, 200, 300, 400, 900][nth] ?? 0
      items.push([await published(owner, { price }), price])
    }
    for (let nth = 0; nth < 6; nth += 1) {
      const buyer = await world.caller()
      for (const [itemId, price] of items) await buy(buyer, itemId, price)
    }
    expect(await usual(asking)).toEqual([{ kind: 'image', from: 100, to: 900 }])
  })
})
