import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanCache } from '#server/app/cache-cleaning.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { jpeg, uploadSteps } from '../images/upload-steps.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const { upload } = uploadSteps(() => world)
const cacheOf = (name: string) => path.join(world.context.config.dataDir, 'cache', name)

it('deletes the sizes of images that another node has deleted, and leaves those of all others', async () => {
  const owner = await world.broadcaster()
  const [gone, kept] = [await upload(owner, await jpeg()), await upload(owner, await jpeg())]
  for (const { imageId } of [gone, kept]) {
    const seen = `/api/img/api=get-img&id=${imageId}&kind=6&size=60`
    expect((await world.request(seen, { headers: { cookie: owner.cookie } })).status).toBe(200)
  }
  expect(await readdir(cacheOf('images'))).toEqual(expect.arrayContaining([gone.imageId, kept.imageId]))
  await world.database.db
    .deleteFrom('image')
    .where('id', '=', gone.imageId ?? '')
    .execute()
  await cleanCache(world.context)
  expect(await readdir(cacheOf('images'))).toEqual([kept.imageId])
})

it.each(['exports', 'videos'])(
  'deletes what a killed process left in cache/%s; what is under way stays',
  async (name) => {
    const [left, running] = [
      path.join(cacheOf(name), 'draft-left'),
      path.join(cacheOf(name), 'draft-running'),
    ]
    for (const folder of [left, running]) {
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, 'export.zip'), 'x')
    }
    const longAgo = new Date(Date.now() - 4 * 3_600_000)
    await utimes(left, longAgo, longAgo)
    await cleanCache(world.context)
    expect(await readdir(cacheOf(name))).toEqual(['draft-running'])
  },
)

it('has nothing to do where nothing is cached', async () => {
  await rm(path.join(world.context.config.dataDir, 'cache'), { recursive: true })
  await cleanCache(world.context)
})
