import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import type { ConversionOptions, ConvertedVideo, VideoConverter } from '#adapters/video/port.ts'
import { uploadVideoPath, videoPath } from '#contract/videos/videos.ts'
import { smallMovie, smallSegmentMs } from '#domain/videos/mp4/testing/small-movie.ts'
import { convertNext } from '#server/videos/convert-videos.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { telling } from '../gallery/telling-picture.ts'

/** So many that no two members' copies are the same. */
const quickSegments = 64

/** Stands for the child process: each version is a small MP4 whose bytes say which, and the poster a picture. */
export const quickConverter = (seed?: number): VideoConverter => ({
  convert: async ({ folder }: ConversionOptions): Promise<ConvertedVideo> => {
    const versions = ([360, 720] as const).map((version) => ({
      version,
      file: path.join(folder, `${version}.mp4`),
      second: path.join(folder, `${version}-second.mp4`),
    }))
    for (const { version, file, second } of versions) {
      const shape = { segments: quickSegments, picturesEach: 2 }
      await writeFile(file, smallMovie({ ...shape, name: `version ${version}`, hasSound: true }))
      await writeFile(second, smallMovie({ ...shape, name: `second ${version}` }))
    }
    const poster = path.join(folder, 'poster.jpg')
    await writeFile(poster, await telling(seed))
    return { durationMs: 83_000, width: 1280, height: 720, versions, poster, segmentMs: smallSegmentMs }
  },
})

/** What tests do with videos of a world. */
export const videoSteps = (world: () => TestWorld) => {
  const start = async (owner: Person, bytes: number, videoId: string = randomUUID()): Promise<string> => {
    expect(await owner.request('startVideoUpload', { videoId, bytes })).toMatchObject({ type: 'success' })
    return videoId
  }

  /** Status and the offset that is named. */
  const send = async (sender: Person | null, videoId: string, offset: number | string, bytes: Uint8Array) => {
    const response = await world().request(`${uploadVideoPath}/${videoId}`, {
      method: 'PATCH',
      headers: { ...(sender ? { cookie: sender.cookie } : {}), 'upload-offset': String(offset) },
      body: bytes as BodyInit,
    })
    const named = response.headers.get('upload-offset')
    return { status: response.status, next: named === null ? null : Number(named) }
  }

  const stateOf = async (owner: Person, videoId: string) => {
    const answer = await owner.request('getVideoUpload', { videoId })
    return answer.type === 'error' ? answer : answer.video
  }

  const arrived = async (owner: Person, bytes: Uint8Array = randomBytes(2_000)): Promise<string> => {
    const videoId = await start(owner, bytes.length)
    expect(await send(owner, videoId, 0, bytes)).toEqual({ status: 204, next: bytes.length })
    return videoId
  }

  const ready = async (owner: Person, seed?: number): Promise<string> => {
    const videoId = await arrived(owner)
    expect(await convertNext(world().context, quickConverter(seed))).toBe(0)
    expect(await stateOf(owner, videoId)).toMatchObject({ state: 'ready', durationMs: 83_000 })
    return videoId
  }

  const get = (
    viewer: Person | null,
    videoId: string,
    signature: string | null,
    headers: Record<string, string> = {},
  ) =>
    world().request(`${videoPath}/${videoId}/720.mp4?${signature ?? ''}`, {
      headers: { ...(viewer ? { cookie: viewer.cookie } : {}), ...headers },
    })

  return { start, send, stateOf, arrived, ready, get }
}
