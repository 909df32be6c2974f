import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { TimelinePost, timelineEndpoints } from '#contract/timeline/timeline.ts'
import { decidePostPace } from '#domain/timeline/limits.ts'
import { mentionedIds, onlyMentionsOf, withoutMentions } from '#domain/timeline/mentions.ts'
import { decideSchedule, type ReadPost, readPost } from '#domain/timeline/written-post.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { mentionNames } from '../mentions.ts'
import { claimMovie } from '../movies/movie-rows.ts'
import { paceOf } from '../pace.ts'
import { ownPosts } from '../posts.ts'
import { publishPost } from '../publication.ts'

type PostInput = InputOf<typeof timelineEndpoints.postTimeline>
type PostRefusal =
  | 'timelineEmpty'
  | 'timelineTooLong'
  | 'timelineTooOften'
  | 'timelineSchedule'
  | 'pollChoicesWrong'
  | 'imageGone'
  | 'videoGone'
  | 'videoNotReady'
  | 'badInput'
  | 'idempotencyMismatch'
  | 'contactWarning'
  | 'contactRefused'

/**
 * Posts now or later. The same id again answers the first post, so that a retry never posts twice. A member's posts
 * are written one after the other, so that the pace holds for concurrent requests.
 *
 * The order of the refusals: idempotencyMismatch (another's id, a deleted post), those of `readPost`,
 * badInput (images beside a movie), timelineSchedule, timelineTooOften, the contact guard's, imageGone, videoGone,
 * videoNotReady.
 */
export const postTimeline = (
  context: Context,
  viewer: Viewer,
  input: PostInput,
): Promise<TimelinePost | Refusal<PostRefusal>> =>
  inTransaction(context.db, async (tx) => {
    await lockName(tx, `timeline:${viewer.memberId}`)
    const known = await findAuthor(tx, input.postId)
    if (known === null) {
      const refused = await storeNew(context, tx, viewer, input)
      if (refused) return refused
    } else if (known !== viewer.memberId) return refuse('idempotencyMismatch')
    const [post] = await ownPosts(tx, viewer, { postId: input.postId })
    return post ?? refuse('idempotencyMismatch')
  })

const findAuthor = async (tx: Tx, postId: string): Promise<string | null> => {
  const { rows } = await sql<{ authorId: string }>`
    SELECT author_id AS "authorId" FROM timeline_post WHERE id = ${postId}`.execute(tx)
  return rows[0]?.authorId ?? null
}

const storeNew = async (
  context: Context,
  tx: Tx,
  viewer: Viewer,
  input: PostInput,
): Promise<null | Refusal<PostRefusal>> => {
  const files = input.images.length + (input.videoId === undefined ? 0 : 1)
  const read = readPost({ text: input.text, images: files, choices: input.poll?.choices })
  if (isRefusal(read)) return read
  if (input.videoId !== undefined && input.images.length > 0) return refuse('badInput')
  const publishAtMs = input.publishAt === undefined ? null : Date.parse(input.publishAt)
  const isWrongTime = decideSchedule(viewer.role, publishAtMs, context.now())
  if (isWrongTime) return isWrongTime
  const pace = await paceOf(tx, 'timeline_post', viewer.memberId)
  const tooOften = decidePostPace(viewer.role, pace.writtenAtMs, pace.nowMs)
  if (tooOften) return tooOften
  const guarded = await guardPost(tx, read, input.isWarned)
  if (guarded) return guarded
  const text = await withAllowedMentions(tx, viewer, read.text)
  const { rows } = await sql`
    INSERT INTO timeline_post (id, author_id, state, is_public, text, poll_choices, poll_days, publish_at)
    VALUES (${input.postId}, ${viewer.memberId}, 'scheduled', ${viewer.role === 'broadcaster'}, ${text},
      ${read.choices}, ${input.poll?.days ?? null}, ${publishAtMs === null ? null : new Date(publishAtMs)})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  if (rows.length === 0) return refuse('idempotencyMismatch')
  const gone = await claimAll(tx, viewer.memberId, input)
  if (gone) return gone
  if (publishAtMs === null) await publishPost(context, tx, input.postId)
  return null
}

/** The contact guard reads the text and the choices of a poll together. */
export const guardPost = (tx: Tx, { text, choices }: ReadPost, isWarned: boolean) =>
  contactGuardDecision(tx, { text: withoutMentions([text, ...(choices ?? [])].join('\n'), ' '), isWarned })

/** The text with mentions of those broadcasters alone whom its author sees. */
export const withAllowedMentions = async (tx: Tx, viewer: Viewer, text: string): Promise<string> => {
  const names = await mentionNames(tx, viewer, mentionedIds(text))
  return onlyMentionsOf(text, new Set(names.keys()))
}

const claimAll = async (
  tx: Tx,
  ownerId: string,
  { postId, images, videoId }: Pick<PostInput, 'postId' | 'images' | 'videoId'>,
): Promise<null | Refusal<'imageGone' | 'videoGone' | 'videoNotReady'>> => {
  for (const [place, imageId] of images.entries()) {
    const claimed = await claimImage(tx, { imageId, ownerId, purpose: 'timeline' })
    if (isRefusal(claimed)) return claimed
    await sql`
      INSERT INTO timeline_image (image_id, post_id, place, width, height)
      VALUES (${imageId}, ${postId}, ${place}, ${claimed.width}, ${claimed.height})`.execute(tx)
  }
  return videoId === undefined ? null : claimMovie(tx, { postId, videoId, ownerId })
}
