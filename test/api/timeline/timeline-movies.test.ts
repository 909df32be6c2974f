import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type MovieFileKind,
  movieApplicationIds,
  movieFileApis,
  ownApplicationId,
  timelineMovieAddress,
} from '#contract/timeline/movies.ts'
import { setRemoved } from '#server/timeline/removal.ts'
import { deleteExpiredVideos } from '#server/videos/jobs.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { jpeg, uploadSteps } from '../images/upload-steps.ts'
import { videoSteps } from '../videos/video-steps.ts'
import { code, post } from './timeline-steps.ts'

let world: TestWorld
let author: Person
let reader: Person
const { upload } = uploadSteps(() => world)
const { ready, start, get } = videoSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  author = await world.broadcaster()
  reader = await world.caller()
})
afterEach(() => {
  world.context.now = Date.now
})
afterAll(() => world.close())

const nobody = async (path: string, init: RequestInit = {}) => world.request(path, init)

/** The token, or the code of the refusal. */
const tokenOf = async (
  viewer: Person | null,
  fileId: string,
  { applicationId = ownApplicationId, kind = 'movie' as MovieFileKind } = {},
): Promise<string> => {
  const name = kind === 'movie' ? 'getTimelineMovie' : 'getTimelineThumbnail'
  const answer = viewer
    ? await viewer.request(name, { applicationId, fileId })
    : await (
        await nobody(`/api/${movieFileApis[kind]}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ applicationId, fileId }),
        })
      ).json()
  return answer.type === 'error' ? answer.code : answer.token
}

const play = async (viewer: Person | null, address: string, headers: Record<string, string> = {}) =>
  world.request(address, { headers: { ...(viewer ? { cookie: viewer.cookie } : {}), ...headers } })

const addressOf = (fileId: string, token: string, applicationId = ownApplicationId) =>
  timelineMovieAddress({ applicationId, fileId, token }, 720)

const statusFor = async (viewer: Person | null, fileId: string): Promise<number> => {
  const token = await tokenOf(viewer, fileId)
  return token === 'notFound' ? 404 : (await play(viewer, addressOf(fileId, token))).status
}

const withMovie = async (input: Partial<Parameters<typeof post>[1] & object> = {}) => {
  const written = await post(author, { text: '', videoId: await ready(author), ...input })
  return { postId: written.postId, fileId: written.movie?.fileId ?? '', movie: written.movie }
}

const posterStatus = async (viewer: Person | null, poster = '') =>
  (await play(viewer, `/api/img/api=get-img&id=${poster}&kind=6&size=480`)).status

describe('a movie in a post', () => {
  it('is one’s own, ready, in one post, without images beside it, and needs no text', async () => {
    const { imageId = '' } = await upload(author, await jpeg())
    const arriving = await start(author, 1_000)
    const videoId = await ready(author)
    const other = await world.broadcaster()
    const sent = (who: Person, input: { videoId: string; images?: string[] }) =>
      who.request('postTimeline', { postId: randomUUID(), text: '', ...input })
    expect(await sent(author, { videoId, images: [imageId] })).toEqual(code('badInput'))
    expect(await sent(author, { videoId: arriving })).toEqual(code('videoNotReady'))
    await author.request('cancelVideoUpload', { videoId: arriving })
    for (const who of [other, reader]) expect(await sent(who, { videoId })).toEqual(code('videoGone'))
    const written = await post(author, { text: '', videoId })
    expect(written.movie).toMatchObject({
      ...{ applicationId: ownApplicationId, fileId: videoId, durationMs: 83_000, width: 1280, height: 720 },
    })
    expect(await sent(author, { videoId })).toEqual(code('videoGone'))
    // Its text can still be taken out.
    expect(await author.request('editTimeline', { postId: written.postId, text: '' })).toMatchObject({
      post: { movie: { fileId: videoId } },
    })
    expect(await posterStatus(null, written.movie?.poster)).toBe(200)
  })

  it('plays by ranges, and its thumbnail is the poster', async () => {
    const { fileId, movie } = await withMovie()
    const address = addressOf(fileId, await tokenOf(reader, fileId))
    const part = await play(reader, address, { range: 'bytes=4-7' })
    expect([part.status, await part.text(), part.headers.get('content-type')]).toEqual([
      ...[206, 'ftyp', 'video/mp4'],
    ])
    expect(part.headers.get('cache-control')).toMatch(/^private, max-age=\d{1,3}$/)
    expect(await (await play(reader, address.replace('size=720', 'size=360'))).text()).toMatch(/version 360/)
    expect((await play(reader, address.replace('size=720', 'size=999'))).status).toBe(404)
    const token = await tokenOf(reader, fileId, { kind: 'thumbnail' })
    const thumbnail = await play(
      reader,
      addressOf(fileId, token).replace(movieFileApis.movie, movieFileApis.thumbnail),
    )
    expect([thumbnail.status, thumbnail.headers.get('location')]).toEqual([
      ...[302, `/api/img/api=get-img&id=${movie?.poster}&kind=6&size=480`],
    ])
  })

  it('has a token for the applications of the specification, and 404 for all others', async () => {
    const { fileId } = await withMovie()
    const answering: number[] = []
    for (let applicationId = 0; applicationId <= 100; applicationId += 1) {
      const token = await tokenOf(null, fileId, { applicationId })
      if (token === 'notFound') {
        const stolen = await tokenOf(null, fileId)
        expect((await play(null, addressOf(fileId, stolen, applicationId))).status).toBe(404)
      } else {
        answering.push(applicationId)
        expect((await play(null, addressOf(fileId, token, applicationId))).status).toBe(200)
      }
    }
    expect(answering).toEqual([
      ...[15, 16, 19, 23, 24, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 40, 43, 48, 50, 57, 60, 68],
    ])
    expect(answering).toEqual([...movieApplicationIds])
  })

  it('a token opens one file, for one application, in its holder’s session, for ten minutes', async () => {
    const [{ fileId }, another] = [await withMovie(), await withMovie()]
    const [token, thumbnail] = [
      await tokenOf(reader, fileId),
      await tokenOf(reader, fileId, { kind: 'thumbnail' }),
    ]
    const refusedTo = async (viewer: Person | null, address: string) =>
      expect((await play(viewer, address)).status).toBe(404)
    await refusedTo(author, addressOf(fileId, token))
    await refusedTo(null, addressOf(fileId, token))
    await refusedTo(reader, addressOf(fileId, thumbnail))
    await refusedTo(reader, addressOf(another.fileId, token))
    await refusedTo(reader, addressOf(fileId, token, 15))
    await refusedTo(reader, addressOf(fileId, ''))
    await refusedTo(reader, addressOf(fileId, token.replace(/\.\d+\./, '.9999999999.')))
    // The general address of videos gives no other way to it.
    expect((await get(reader, fileId, `for=${token.replaceAll('.', '&')}`)).status).toBe(404)
    world.context.now = () => Date.now() + 11 * 60_000
    await refusedTo(reader, addressOf(fileId, token))
  })

  it('isn’t there when its post is scheduled, removed, behind a block, or deleted', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = await withMovie({ publishAt })
    for (const viewer of [reader, null]) {
      expect(await statusFor(viewer, scheduled.fileId)).toBe(404)
      expect(await posterStatus(viewer, scheduled.movie?.poster)).toBe(404)
    }
    expect(await statusFor(author, scheduled.fileId)).toBe(200)

    const { postId, fileId, movie } = await withMovie()
    const token = await tokenOf(reader, fileId)
    const isThere = async () => {
      const [fresh, held] = [await statusFor(reader, fileId), await play(reader, addressOf(fileId, token))]
      expect(held.status).toBe(fresh)
      expect(await posterStatus(reader, movie?.poster)).toBe(fresh)
      return fresh === 200
    }
    expect(await isThere()).toBe(true)
    const remove = (isRemoved: boolean) =>
      world.context.db.transaction().execute((tx) => setRemoved(tx, { postId, commentId: null, isRemoved }))
    await remove(true)
    expect(await isThere()).toBe(false)
    await remove(false)
    expect(await isThere()).toBe(true)
    await author.request('addBlock', { partnerId: reader.id })
    expect(await isThere()).toBe(false)
    await author.request('removeBlock', { partnerId: reader.id })
    await author.request('deleteTimeline', { postId })
    expect(await isThere()).toBe(false)
    expect(await statusFor(author, fileId)).toBe(404)
    await deleteExpiredVideos(world.context)
    expect(await world.database.sql`select from video where id = ${fileId}`).toHaveLength(0)
  })
})
