import { refuse } from '#contract/core/refusal.ts'
import type { MovieFileKind, timelineMoviesEndpoints } from '#contract/timeline/movies.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { timelineMovieRule } from '../file-visibility.ts'
import { isKnownApplication, signMediaToken } from './media-token.ts'

const tokenFor = async (
  context: Context,
  viewer: Viewer | null,
  kind: MovieFileKind,
  { applicationId, fileId }: { applicationId: number; fileId: string },
) =>
  isKnownApplication(applicationId) && (await timelineMovieRule(context.db, fileId, viewer))
    ? {
        type: 'success' as const,
        token: signMediaToken(context, { kind, applicationId, fileId }, viewer?.memberId ?? null),
      }
    : refuse('notFound')

export const timelineMoviesHandlers: HandlersOf<typeof timelineMoviesEndpoints> = {
  getTimelineMovie: ({ context, viewer, input }) => tokenFor(context, viewer, 'movie', input),
  getTimelineThumbnail: ({ context, viewer, input }) => tokenFor(context, viewer, 'thumbnail', input),
}
