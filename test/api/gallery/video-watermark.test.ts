import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVideoConverter } from '#adapters/video/converter.ts'
import { operatorGalleryLeakVideoPath } from '#contract/gallery/operator.ts'
import { convertNext } from '#server/videos/convert-videos.ts'
import { drawnClip } from '#test/helpers/drawn-clip.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { operatorCookie } from '../operators/operator-cookie.ts'
import { videoSteps } from '../videos/video-steps.ts'
import { gallerySteps } from './gallery-steps.ts'

/** Two conversions and the reading of two videos take 8 s alone, and four times that beside others. */
const watermarkTimeoutMs = 90_000

let world: TestWorld
let operator: string
const { pass, seen } = gallerySteps(() => world)
const { arrived, ready, get } = videoSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  operator = await operatorCookie(world)
})
afterAll(() => world.close())

const itemOf = async (owner: Person, videoId: string): Promise<string> => {
  const itemId = randomUUID()
  const written = { title: '夜の海', tags: [], imageIds: [], appearsAt: null, kind: 'video' as const }
  await owner.request('saveGalleryItem', { ...written, itemId, price: 300, videoId })
  await owner.request('submitGalleryItem', { itemId })
  await pass(itemId)
  return itemId
}

const copyFor = async (viewer: Person, itemId: string, videoId: string): Promise<Buffer> => {
  const response = await get(viewer, videoId, (await seen(viewer, itemId)).video?.signature ?? '')
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** What somebody publishes who converts their copy: the smaller version of the same length. */
const convertedAgain = async (copy: Buffer): Promise<Buffer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'koyoi-leak-'))
  const source = path.join(folder, 'copy.mp4')
  await writeFile(source, copy)
  const converted = await createVideoConverter().convert({ source, folder })
  if ('problem' in converted) throw new Error(converted.problem)
  const [smaller] = converted.versions
  const leaked = await readFile(smaller?.file ?? '')
  await rm(folder, { recursive: true })
  return leaked
}

const leak = async (itemId: string, file: Buffer, cookie = operator) => {
  const response = await world.request(`${operatorGalleryLeakVideoPath}?item=${itemId}`, {
    method: 'POST',
    headers: { cookie },
    body: new Uint8Array(file),
  })
  return (await response.json()) as object
}

it(
  'a leaked video names its buyer to operators, also converted again, and each look is audited',
  async () => {
    const owner = await world.broadcaster()
    const videoId = await arrived(owner, await drawnClip({ seconds: 5, width: 108, height: 192 }))
    expect(await convertNext(world.context, createVideoConverter())).toBe(0)
    const itemId = await itemOf(owner, videoId)
    const buyers = [await world.caller(), await world.caller(), await world.caller()]
    for (const buyer of buyers) await buyer.request('purchaseVideo', { itemId, points: 300 })
    const [, second] = buyers as [Person, Person]
    const leaked = await convertedAgain(await copyFor(second, itemId, videoId))
    expect(await leak(itemId, leaked)).toEqual({
      ...{ type: 'success', problem: null, hasWatermark: true, isFound: true, compared: 3 },
      read: expect.any(Number),
      buyers: [{ id: second.id, name: expect.any(String), agreeing: expect.any(Number) }],
    })
    const [line] = await world.database.sql`
    select subject, after from operator_audit where action = 'operatorGalleryLeak' order by id desc limit 1`
    expect(line).toMatchObject({ subject: `gallery:${itemId}`, after: { compared: 3, members: [second.id] } })
    // The broadcaster's own copy is nobody's.
    expect(await leak(itemId, await copyFor(owner, itemId, videoId))).toMatchObject({
      isFound: true,
      buyers: [],
    })
  },
  watermarkTimeoutMs,
)

it('is read for operators alone, and only from videos', async () => {
  const owner = await world.broadcaster()
  const itemId = await itemOf(owner, await ready(owner))
  const text = Buffer.from('no video')
  expect(await leak(itemId, text, owner.cookie)).toMatchObject({ code: 'notLoggedIn' })
  expect(await leak(itemId, text)).toMatchObject({
    problem: 'この動画は読み込めませんでした。MP4・MOV・WebMの動画を選んでください。',
    buyers: [],
  })
  expect(await leak(randomUUID(), text)).toMatchObject({ code: 'notFound' })
  expect(await leak('nonsense', text)).toMatchObject({ code: 'badInput' })
  await world.database.sql`update video set segment_ms = null`
  expect(await leak(itemId, text)).toMatchObject({ problem: null, hasWatermark: false, isFound: false })
})
