import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, imageId, success } from '#contract/core/shared.ts'
import type { VideoVersion } from '#contract/videos/videos.ts'

/** The applications whose movies these endpoints answer (Specification 3). */
export const movieApplicationIds: readonly number[] = [
  ...[15, 16, 19, 23, 24, 26],
  ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38],
  ...[40, 43, 48, 50, 57, 60, 68],
]
/** product.md 10.1: our own. */
export const ownApplicationId = 68

/** What a post says of its movie. The file itself needs a token, which is asked for when it is played. */
export const timelineMovie = z.object({
  applicationId: z.int(),
  fileId: commandId,
  poster: imageId,
  durationMs: z.int(),
  width: z.int(),
  height: z.int(),
})
export type TimelineMovie = z.infer<typeof timelineMovie>

const movieFile = z.object({
  /** One of `movieApplicationIds`; any other is unknown. */
  applicationId: z.int(),
  fileId: commandId,
})
/** Names its holder, opens one file for ten minutes at most, and counts only with the holder's own session. */
const mediaToken = z.object({ type: success, token: z.string() })

/** Tokens of movies and thumbnails of posts (Specification 3). */
export const timelineMoviesEndpoints = {
  getTimelineMovie: defineEndpoint({
    method: 'POST',
    path: '/api/get-timeline-movie',
    access: 'public',
    summary: 'A media token for the movie of a post that the viewer sees',
    input: movieFile,
    output: mediaToken,
    refusals: ['notFound'],
  }),
  getTimelineThumbnail: defineEndpoint({
    method: 'POST',
    path: '/api/get-timeline-thumbnail',
    access: 'public',
    summary: 'A media token for the thumbnail of the movie of a post that the viewer sees',
    input: movieFile,
    output: mediaToken,
    refusals: ['notFound'],
  }),
}

/** The name of each kind of file in addresses below `/api/img/`. */
export const movieFileApis = { movie: 'get-timeline-movie', thumbnail: 'get-timeline-thumbnail' } as const
export type MovieFileKind = keyof typeof movieFileApis

interface MovieFile {
  applicationId: number
  fileId: string
  token: string
}

/** The address of a movie by its token (Specification 3), with ranges. */
export const timelineMovieAddress = (
  { applicationId, fileId, token }: MovieFile,
  version: VideoVersion,
): string =>
  `/api/img/api=${movieFileApis.movie}&applicationId=${applicationId}&fileId=${fileId}&token=${token}&size=${version}`
