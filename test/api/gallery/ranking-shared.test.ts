import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSharedReads, type SharedReads } from '#server/db/shared-reads.ts'
import { addBlock } from '#server/moderation/actions/add-block.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { gallerySteps } from './gallery-steps.ts'

let world: TestWorld
const { published } = gallerySteps(() => world)
const loads: string[] = []
beforeAll(async () => {
  world = await createTestWorld()
  const shared = createSharedReads({ lastsMs: 3_000, clock: () => 0 })
  const read: SharedReads['read'] = (key, load) =>
    shared.read(key, () => {
      loads.push(key)
      return load()
    })
  world.context.sharedReads = { read }
})
afterAll(() => world.close())

const rankedFor = async (viewer: Person): Promise<string[]> => {
  const answer = await viewer.request('getImageRanking', { period: 'day' })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.items.map(({ id }) => id)
}

it('a hundred requests at once add a ranking up once, and a block hides an item of the shared answer', async () => {
  const [owner, liker] = [await world.broadcaster(), await world.caller()]
  const itemId = await published(owner)
  await liker.request('addFavorite', { itemId })
  const answers = await Promise.all(Array.from({ length: 100 }, () => rankedFor(liker)))
  expect(answers).toEqual(answers.map(() => [itemId]))
  const blocked = await world.caller()
  await addBlock(world.context, owner.viewer, blocked.id)
  expect(await rankedFor(blocked)).toEqual([])
  expect(await rankedFor(liker)).toEqual([itemId])
  expect(loads).toHaveLength(1)
})
