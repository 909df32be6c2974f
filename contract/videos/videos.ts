import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, imageId, success } from '#contract/core/shared.ts'
import { videoProblems } from './problems.ts'

/** Bytes of a video as it is sent: 500 MB. */
export const videoBytesMax = 524_288_000
/** Seconds of a video. */
export const videoSecMax = 300
/** Videos of a member that are arriving or being converted at once. */
export const videosInProgressMax = 2
/** A part that the browser sends at once; all but the last one have `videoPartBytesMin` at least. */
export const videoPartBytesMax = 4_194_304
export const videoPartBytesMin = 262_144

/**
 * Takes the next part of a video as it is: `PATCH …/{video}` with the header `upload-offset`, as in tus. The answer names
 * the offset that is expected next.
 */
export const uploadVideoPath = '/api/upload-video'
/** A version of a video, with ranges: `…/{video}/{version}.mp4?{signature}`. */
export const videoPath = '/api/video'

/** The shorter side of the versions, in pixels. */
export const videoVersions = [360, 720] as const
export type VideoVersion = (typeof videoVersions)[number]

/** 受信中, 順番待ち, 変換中, 準備完了, 受け取れない動画. */
export const videoStates = ['receiving', 'waiting', 'processing', 'ready', 'refused'] as const
export type VideoState = (typeof videoStates)[number]

const uploadedVideo = z.object({
  videoId: commandId,
  state: z.enum(videoStates),
  bytes: z.int(),
  /** Bytes that have arrived: where the next part begins. */
  received: z.int(),
  /** Of the conversion, from 0 to 100. */
  percent: z.int(),
  /** Null unless it was refused. */
  problem: z.nullable(
    z.object({ code: z.enum(Object.keys(videoProblems) as ['failed']), message: z.string() }),
  ),
  /** Null until it is ready. */
  durationMs: z.nullable(z.int()),
  poster: z.nullable(imageId),
})
export type UploadedVideo = z.infer<typeof uploadedVideo>

const answer = z.object({ type: success, video: uploadedVideo })
const videoInput = z.object({ videoId: commandId })

/** Videos that a member sends. */
export const videosEndpoints = {
  startVideoUpload: defineEndpoint({
    method: 'POST',
    path: '/api/start-video-upload',
    access: 'session',
    summary: 'Begins to send a video of so many bytes; again it answers how much has arrived',
    input: z.object({ videoId: commandId, bytes: z.int().check(z.minimum(1)) }),
    output: answer,
    refusals: ['forbidden', 'notFound', 'videoTooLarge', 'videoTooMany', 'idempotencyMismatch'],
  }),
  getVideoUpload: defineEndpoint({
    method: 'POST',
    path: '/api/get-video-upload',
    access: 'session',
    summary: 'How far an own video is: how much has arrived, the conversion, and what was wrong',
    input: videoInput,
    output: answer,
    refusals: ['notFound'],
  }),
  cancelVideoUpload: defineEndpoint({
    method: 'POST',
    path: '/api/cancel-video-upload',
    access: 'session',
    summary: 'Deletes an own video that nothing uses yet; again changes nothing',
    input: videoInput,
    output: done,
    refusals: [],
  }),
}
