import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { ConvertedVideo, VideoConverter } from '#adapters/video/port.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import type { VideoProblem } from '#contract/videos/problems.ts'
import type { Context } from '#server/context.ts'
import { storeUpload } from '#server/images/actions/store-upload.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { collectParts } from './collect-parts.ts'
import { deleteFilesOf } from './jobs.ts'
import { secondRole, unusedHours, versionKey, videoCache } from './video-record.ts'
import { arrangePair } from './watermark/arrange-pair.ts'

const lookEveryMs = 2_000
/** While a video is being converted, no other process takes it; a killed process loses it after this long. */
const claimedSec = 30
const heartbeatMs = 10_000
/** A conversion that was killed is repeated once. */
const triesMax = 2

type Parts = Pick<Context, 'db' | 'storage' | 'config' | 'log'>

interface Claimed {
  id: string
  ownerId: string
  attempt: string
  tries: number
}

/** Converts what has arrived, one after the other in each process. */
export const startVideoConversions = (context: Parts, converter: VideoConverter): Loops => {
  const stopping = new AbortController()
  const loops = loop(context, 'videos', lookEveryMs, () => convertNext(context, converter, stopping.signal))
  return {
    stop: async () => {
      stopping.abort(new Error('the server stops'))
      await loops.stop()
    },
  }
}

/**
 * Converts the video that waits the longest; answers 0 (the next one at once) where there was one. A conversion belongs to
 * its try: when its claim has ended, another process begins again, and whatever the first one still makes counts for
 * nothing. A video whose second conversion was killed too is refused.
 */
export const convertNext = async (
  context: Parts,
  converter: VideoConverter,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number | null> => {
  await sql`
    update video set state = 'refused', problem = 'failed', claimed_until = null,
      expires_at = now() + make_interval(hours => ${unusedHours}::int)
    where state = 'processing' and claimed_until < now() and tries >= ${triesMax}`.execute(context.db)
  const video = stopping.aborted ? null : await claim(context)
  if (!video) return null
  const lost = new AbortController()
  let share = 0
  const heartbeat = setInterval(() => {
    renew(context, video, share).then(
      (isOurs) => isOurs || lost.abort(new Error('the video is no longer ours')),
      (error: unknown) => context.log.warning('video-claim-not-renewed', { error }),
    )
  }, heartbeatMs)
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    await convertClaimed(context, converter, video, { signal, onProgress: (now) => (share = now) })
  } catch (error) {
    await giveBack(context, video, stopping.aborted)
    if (!signal.aborted) context.log.error('video-not-converted', { videoId: video.id, error })
  } finally {
    clearInterval(heartbeat)
  }
  await deleteFilesOf(context, video.id)
  return 0
}

const claim = async ({ db }: Parts): Promise<Claimed | null> => {
  const { rows } = await sql<Claimed>`
    update video set state = 'processing', percent = 0, tries = tries + 1, attempt = ${randomUUID()},
      claimed_until = now() + make_interval(secs => ${claimedSec})
    where id = (
      select id from video
      where (state = 'waiting' or (state = 'processing' and claimed_until < now()))
        and owner_id is not null and coalesce(expires_at, 'infinity') > now()
      order by arrived_at, id limit 1 for update skip locked)
    returning id, owner_id as "ownerId", attempt, tries`.execute(db)
  return rows[0] ?? null
}

const isStillOurs = ({ id, attempt }: Claimed) =>
  sql`id = ${id} and attempt = ${attempt} and state = 'processing' and coalesce(expires_at, 'infinity') > now()`

const renew = async ({ db }: Parts, video: Claimed, share: number): Promise<boolean> => {
  const { rows } = await sql`
    update video set claimed_until = now() + make_interval(secs => ${claimedSec}), percent = ${Math.round(share * 100)}
    where ${isStillOurs(video)} returning id`.execute(db)
  return rows.length > 0
}

/** A stop of the server is nobody's fault and costs no try; another failure ends the second one. */
const giveBack = async ({ db }: Parts, video: Claimed, isStopping: boolean): Promise<void> => {
  if (isStopping || video.tries < triesMax)
    await sql`
      update video set state = 'waiting', claimed_until = null, tries = tries - ${isStopping ? 1 : 0}
      where ${isStillOurs(video)}`.execute(db)
  else await refuseVideo({ db }, video, 'failed')
}

const refuseVideo = async ({ db }: Pick<Parts, 'db'>, video: Claimed, problem: VideoProblem) => {
  await sql`
    update video set state = 'refused', problem = ${problem}, claimed_until = null,
      expires_at = now() + make_interval(hours => ${unusedHours}::int)
    where ${isStillOurs(video)}`.execute(db)
}

const convertClaimed = async (
  context: Parts,
  converter: VideoConverter,
  video: Claimed,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> => {
  const cache = videoCache(context.config)
  await mkdir(cache, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(cache, 'draft-'))
  try {
    const source = path.join(folder, 'source')
    const sourceHash = await collectParts(context, video.id, source, options.signal)
    const results = path.join(folder, 'results')
    await mkdir(results)
    const converted = await converter.convert({ source, folder: results, ...options })
    if ('problem' in converted) return await refuseVideo(context, video, converted.problem)
    await keep(context, video, converted, sourceHash)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const storeVersion = async (
  { db, storage }: Parts,
  video: Claimed,
  role: string,
  file: string,
): Promise<void> => {
  const key = versionKey(video.attempt, role)
  const { size } = await stat(file)
  await sql`
    insert into video_file (key, video_id, role, bytes, attempt)
    values (${key}, ${video.id}, ${role}, ${size}, ${video.attempt})`.execute(db)
  await storage.putFile(key, file)
  await sql`update video_file set is_stored = true where key = ${key}`.execute(db)
}

/** Stores the results under the names of this try, and then finishes the video if it is still this try's. */
const keep = async (
  context: Parts,
  video: Claimed,
  { durationMs, width, height, versions, poster, segmentMs }: ConvertedVideo,
  sourceHash: string,
): Promise<void> => {
  const { db } = context
  for (const { version, file, second } of versions) {
    await arrangePair(file, second, segmentMs)
    await storeVersion(context, video, String(version), file)
    await storeVersion(context, video, secondRole(version), second)
  }
  const jpeg = await readFile(poster)
  const shown = await sharp(jpeg).metadata()
  const stored = await storeUpload(
    context,
    { ownerId: video.ownerId, uploadId: video.attempt },
    { jpeg, width: shown.width, height: shown.height },
  )
  if (isRefusal(stored)) throw new Error(`the poster was refused: ${stored.refused}`)
  await sql`
    update video set state = 'ready', percent = 100, claimed_until = null, source_hash = ${sourceHash},
      duration_ms = ${durationMs}, width = ${width}, height = ${height}, segment_ms = ${segmentMs}, poster_id = ${stored.imageId},
      expires_at = now() + make_interval(hours => ${unusedHours}::int)
    where ${isStillOurs(video)}`.execute(db)
}
