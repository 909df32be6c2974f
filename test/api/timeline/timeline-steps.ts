import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { TimelinePost, timelineEndpoints } from '#contract/timeline/timeline.ts'
import type { Person } from '#test/helpers/test-world.ts'

type PostInput = Partial<RequestOf<typeof timelineEndpoints.postTimeline>>
type CommentInput = Partial<RequestOf<typeof timelineEndpoints.commentTimeline>>

/** Posts and answers the post; throws what was refused. */
export const post = async (person: Person, input: PostInput | string = {}): Promise<TimelinePost> => {
  const answer = await person.request('postTimeline', {
    postId: randomUUID(),
    text: 'こんばんは',
    ...(typeof input === 'string' ? { text: input } : input),
  })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.post
}

export const comment = async (person: Person, postId: string, input: CommentInput | string = {}) => {
  const answer = await person.request('commentTimeline', {
    commentId: randomUUID(),
    postId,
    text: 'すてきですね',
    ...(typeof input === 'string' ? { text: input } : input),
  })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.comment
}

type FeedInput = RequestOf<typeof timelineEndpoints.getTimeline>

export const feed = async (person: Person, input: FeedInput = {}) => {
  const answer = await person.request('getTimeline', input)
  if (answer.type === 'error') throw new Error(answer.code)
  return answer
}

export const idsIn = async (person: Person, input: FeedInput = {}): Promise<string[]> =>
  (await feed(person, input)).posts.map(({ postId }) => postId)

export const commentsOn = async (person: Person, postId: string) => {
  const answer = await person.request('getTimelineComments', { postId })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.comments
}

export const favour = (caller: Person, partner: Person) =>
  caller.request('addBookmark', { token: caller.viewer.token, partnerId: partner.id })

export const code = (refused: string) => expect.objectContaining({ code: refused })

/** A post that nobody but its author sees, because it isn't published, and a comment on a published one. */
export const addTimeline = async (
  caller: Person,
  broadcaster: Person,
  words: string,
): Promise<[postId: string, commentId: string]> => {
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const { postId } = await post(broadcaster, { text: words, publishAt })
  const shown = await post(broadcaster)
  return [postId, (await comment(caller, shown.postId, words)).commentId]
}
