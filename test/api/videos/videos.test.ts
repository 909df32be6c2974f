import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVideoConverter } from '#adapters/video/converter.ts'
import type { ConvertedVideo, VideoConverter } from '#adapters/video/port.ts'
import { videoBytesMax, videoPartBytesMax } from '#contract/videos/videos.ts'
import { convertNext } from '#server/videos/convert-videos.ts'
import { deleteExpiredVideos } from '#server/videos/jobs.ts'
import { drawnClip } from '#test/helpers/drawn-clip.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { quickConverter, videoSteps } from './video-steps.ts'

const versionRoles = ['360', '360-second', '720', '720-second']

let world: TestWorld
const { start, send, stateOf, arrived, ready } = videoSteps(() => world)
let owner: Person
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const filesOf = (videoId: string) => world.database.sql<{ key: 'videos/x.part'; role: string }[]>`
  select key, role from video_file where video_id = ${videoId} order by key`
const isStored = async (key: 'videos/x.part') => (await world.context.storage.get(key)) !== null

describe('an upload', () => {
  it('arrives in parts, continues after an interruption, and takes nothing twice', async () => {
    owner = await world.broadcaster()
    const bytes = randomBytes(700_000)
    const videoId = await start(owner, bytes.length)
    const first = bytes.subarray(0, 300_000)
    expect(await send(owner, videoId, 0, first)).toEqual({ status: 204, next: 300_000 })
    // The answer was lost: the sender tries the part again, asks, and goes on.
    expect(await send(owner, videoId, 0, first)).toEqual({ status: 409, next: 300_000 })
    expect(await owner.request('startVideoUpload', { videoId, bytes: bytes.length })).toMatchObject({
      video: { state: 'receiving', received: 300_000 },
    })
    expect(await send(owner, videoId, 300_001, bytes.subarray(300_001))).toEqual({
      status: 409,
      next: 300_000,
    })
    const ends = await Promise.all([0, 1].map(() => send(owner, videoId, 300_000, bytes.subarray(300_000))))
    expect(ends.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await stateOf(owner, videoId)).toMatchObject({ state: 'waiting', received: 700_000 })
    expect(await convertNext(world.context, quickConverter())).toBe(0)
    expect(await stateOf(owner, videoId)).toMatchObject({ state: 'ready' })
  })

  it('is bounded in size, number and part before anything is believed', async () => {
    const sender = await world.broadcaster()
    const request = (bytes: number) => sender.request('startVideoUpload', { videoId: randomUUID(), bytes })
    expect(await request(videoBytesMax + 1)).toMatchObject({ code: 'videoTooLarge' })
    const videoId = await start(sender, videoBytesMax)
    await start(sender, 1_000)
    expect(await request(1_000)).toMatchObject({ code: 'videoTooMany' })
    expect(await sender.request('startVideoUpload', { videoId, bytes: 5 })).toMatchObject({
      code: 'idempotencyMismatch',
    })
    expect(await send(sender, videoId, 0, randomBytes(videoPartBytesMax + 1))).toMatchObject({ status: 400 })
    expect(await send(sender, videoId, 0, randomBytes(10))).toMatchObject({ status: 400 })
    expect(await send(sender, videoId, '1e3', randomBytes(10))).toMatchObject({ status: 400 })
    expect(await stateOf(sender, videoId)).toMatchObject({ received: 0 })
    expect(await sender.request('cancelVideoUpload', { videoId })).toMatchObject({ type: 'success' })
    expect(await stateOf(sender, videoId)).toMatchObject({ code: 'notFound' })
    expect(await request(1_000)).toMatchObject({ type: 'success' })
  })

  it('is nobody else’s, and not a caller’s', async () => {
    const [sender, other, caller] = [
      await world.broadcaster(),
      await world.broadcaster(),
      await world.caller(),
    ]
    const videoId = await start(sender, 1_000)
    for (const stranger of [other, caller]) {
      expect((await send(stranger, videoId, 0, randomBytes(1_000))).status).toBe(404)
      expect(await stateOf(stranger, videoId)).toMatchObject({ code: 'notFound' })
      await stranger.request('cancelVideoUpload', { videoId })
    }
    expect((await send(null, videoId, 0, randomBytes(1_000))).status).toBe(401)
    expect(await stateOf(sender, videoId)).toMatchObject({ state: 'receiving', received: 0 })
    expect(await caller.request('startVideoUpload', { videoId: randomUUID(), bytes: 9 })).toMatchObject({
      code: 'forbidden',
    })
  })

  it('that is abandoned for a day is deleted with its parts', async () => {
    const sender = await world.broadcaster()
    const videoId = await start(sender, 900_000)
    await send(sender, videoId, 0, randomBytes(300_000))
    const [file] = await filesOf(videoId)
    expect(file && (await isStored(file.key))).toBe(true)
    await deleteExpiredVideos(world.context)
    expect(await stateOf(sender, videoId)).toMatchObject({ state: 'receiving' })
    await world.database.sql`
      update video set expires_at = expires_at - interval '24 hours 1 second' where id = ${videoId}`
    expect(await deleteExpiredVideos(world.context)).toEqual({ deleted: expect.any(Number) })
    expect(await stateOf(sender, videoId)).toMatchObject({ code: 'notFound' })
    expect(file && (await isStored(file.key))).toBe(false)
  })
})

describe('a conversion', () => {
  it('makes of a drawn clip what browsers play, and keeps nothing of what was sent', async () => {
    const sender = await world.broadcaster()
    const videoId = await arrived(sender, await drawnClip())
    const parts = await filesOf(videoId)
    expect(await convertNext(world.context, createVideoConverter())).toBe(0)
    expect(await stateOf(sender, videoId)).toMatchObject({
      state: 'ready',
      percent: 100,
      poster: expect.any(String),
    })
    expect((await filesOf(videoId)).map(({ role }) => role).sort()).toEqual(versionRoles)
    for (const { key } of parts) expect(await isStored(key)).toBe(false)
  })

  it('tells its member what is wrong with a file', async () => {
    const sender = await world.broadcaster()
    const videoId = await arrived(sender, randomBytes(3_000))
    await convertNext(world.context, createVideoConverter())
    expect(await stateOf(sender, videoId)).toMatchObject({
      state: 'refused',
      problem: {
        code: 'unreadable',
        message: 'この動画は読み込めませんでした。MP4・MOV・WebMの動画を選んでください。',
      },
    })
    expect(await filesOf(videoId)).toEqual([])
    // It no longer counts among the member's videos in progress.
    for (let nth = 0; nth < 2; nth += 1) await start(sender, 1_000)
  })

  const expireClaim = (videoId: string) =>
    world.database.sql`update video set claimed_until = now() - interval '1 second' where id = ${videoId}`

  it('that was killed is repeated once, and of two tries one counts', async () => {
    const sender = await world.broadcaster()
    const videoId = await arrived(sender)
    const { promise: late, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const slow: VideoConverter = {
      convert: async (options) => {
        begin()
        await late
        const converted = (await quickConverter().convert(options)) as ConvertedVideo
        return { ...converted, durationMs: 1 }
      },
    }
    const first = convertNext(world.context, slow)
    await begun
    expect(await convertNext(world.context, quickConverter())).toBeNull()
    await expireClaim(videoId)
    expect(await convertNext(world.context, quickConverter())).toBe(0)
    const before = await stateOf(sender, videoId)
    goOn()
    await first
    expect(await stateOf(sender, videoId)).toEqual(before)
    expect(before).toMatchObject({ state: 'ready', durationMs: 83_000 })
    expect((await filesOf(videoId)).map(({ role }) => role).sort()).toEqual(versionRoles)
  })

  it('that is killed twice is given up', async () => {
    const sender = await world.broadcaster()
    const videoId = await arrived(sender)
    await world.database.sql`
      update video set state = 'processing', tries = 2, attempt = ${randomUUID()}, claimed_until = now() - interval '1 second'
      where id = ${videoId}`
    expect(await convertNext(world.context, quickConverter())).toBeNull()
    expect(await stateOf(sender, videoId)).toMatchObject({ state: 'refused', problem: { code: 'failed' } })
  })

  it('that the server’s stop interrupts waits for the next start', async () => {
    const sender = await world.broadcaster()
    const videoId = await arrived(sender)
    const stopping = new AbortController()
    const never: VideoConverter = {
      convert: ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          stopping.abort(new Error('stops'))
        }),
    }
    await convertNext(world.context, never, stopping.signal)
    expect(await stateOf(sender, videoId)).toMatchObject({ state: 'waiting' })
    expect(await convertNext(world.context, quickConverter())).toBe(0)
    expect(await stateOf(sender, videoId)).toMatchObject({ state: 'ready' })
  })

  it('of a video that nothing used for a day is deleted', async () => {
    const sender = await world.broadcaster()
    const videoId = await ready(sender)
    const files = await filesOf(videoId)
    await world.database.sql`
      update video set expires_at = expires_at - interval '24 hours 1 second' where id = ${videoId}`
    await deleteExpiredVideos(world.context)
    expect(await stateOf(sender, videoId)).toMatchObject({ code: 'notFound' })
    for (const { key } of files) expect(await isStored(key)).toBe(false)
  })
})
