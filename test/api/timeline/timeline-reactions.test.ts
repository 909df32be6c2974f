import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { code, comment, commentsOn, post } from './timeline-steps.ts'

let world: TestWorld
let caller: Person
let broadcaster: Person
beforeAll(async () => {
  world = await createTestWorld()
  caller = await world.caller()
  broadcaster = await world.broadcaster()
})
afterAll(() => world.close())

const likesOf = async (postId: string) => {
  const answer = await caller.request('getTimelinePost', { postId })
  return answer.type === 'success' ? answer.post.likes : answer.code
}

const noticesOf = async (person: Person) => {
  const answer = await person.request('getNotifications', {})
  return answer.type === 'success' ? answer.notifications.map(({ about }) => about) : []
}

describe('likes', () => {
  it('are counted right whatever happens at the same time', async () => {
    const { postId } = await post(broadcaster)
    const people = await Promise.all(Array.from({ length: 12 }, () => world.caller(0)))
    const like = (person: Person, isLiked: boolean) => person.request('likeTimeline', { postId, isLiked })
    await Promise.all(people.flatMap((person) => [like(person, true), like(person, true)]))
    expect(await likesOf(postId)).toBe(12)
    await Promise.all(people.flatMap((person, index) => [like(person, false), like(person, index % 2 === 0)]))
    await Promise.all(people.map((person, index) => like(person, index % 3 === 0)))
    expect(await likesOf(postId)).toBe(4)
    const [{ rows }] = (await world.database.sql`
      select count(*)::int as rows from timeline_like where post_id = ${postId}`) as [{ rows: number }]
    expect(rows).toBe(4)
    expect(await people[0]?.request('getTimelinePost', { postId })).toMatchObject({ post: { isLiked: true } })
  })
})

describe('a poll', () => {
  it('takes one vote of each member, and shows counts after voting or the end', async () => {
    const { postId } = await post(broadcaster, { text: 'どっち？', poll: { choices: ['海', '山'], days: 1 } })
    const vote = (person: Person, choice: number) => person.request('voteTimeline', { postId, choice })
    expect(await caller.request('getTimelinePost', { postId })).toMatchObject({
      post: { poll: { choices: [{ votes: null }, { votes: null }], ownChoice: null } },
    })
    const answers = await Promise.all([vote(caller, 0), vote(caller, 1), vote(caller, 0)])
    expect(answers).toContainEqual(code('pollVoted'))
    const chosen = await caller.request('getTimelinePost', { postId })
    const poll = chosen.type === 'success' ? chosen.post.poll : null
    expect(poll?.choices.reduce((sum, { votes }) => sum + (votes ?? 0), 0)).toBe(1)
    expect(await vote(caller, poll?.ownChoice ?? -1)).toMatchObject({ type: 'success' })
    expect(await vote(caller, 2)).toEqual(code('notFound'))
    const late = await world.caller(0)
    await world.database.sql`update timeline_post set poll_closes_at = now() where id = ${postId}`
    expect(await vote(late, 1)).toEqual(code('pollClosed'))
    expect(await late.request('getTimelinePost', { postId })).toMatchObject({
      post: {
        poll: { isClosed: true, choices: [{ votes: expect.any(Number) }, { votes: expect.any(Number) }] },
      },
    })
  })
})

describe('comments', () => {
  it('have one level of answers, and the same id again is the same comment', async () => {
    const { postId } = await post(broadcaster)
    const first = await comment(caller, postId, '楽しみです')
    expect(await comment(caller, postId, { commentId: first.commentId })).toEqual(first)
    const answer = await comment(broadcaster, postId, { text: 'お待ちしています', parentId: first.commentId })
    const input = { commentId: randomUUID(), postId, text: 'a', parentId: answer.commentId }
    expect(await caller.request('commentTimeline', input)).toEqual(code('notFound'))
    const other = await post(broadcaster)
    expect(
      await caller.request('commentTimeline', { ...input, postId: other.postId, parentId: first.commentId }),
    ).toEqual(code('notFound'))
    expect(await commentsOn(caller, postId)).toMatchObject([
      { commentId: first.commentId, isOwn: true, answers: [{ text: 'お待ちしています', isOfAuthor: true }] },
    ])
    expect(await caller.request('getTimelinePost', { postId })).toMatchObject({ post: { comments: 2 } })
  })

  it('name callers to broadcasters alone, and number them for the others', async () => {
    const { postId } = await post(broadcaster)
    const second = await world.caller(0)
    await comment(caller, postId, 'ひとつめ')
    await comment(second, postId, 'ふたつめ')
    await comment(caller, postId, 'みっつめ')
    const seen = await commentsOn(second, postId)
    expect(seen.map(({ author, guestNo }) => [author?.id ?? null, guestNo])).toEqual([
      [null, 1],
      [second.id, 2],
      [null, 1],
    ])
    expect(JSON.stringify(seen)).not.toContain(caller.id)
    expect((await commentsOn(broadcaster, postId)).map(({ author }) => author?.id)).toEqual([
      caller.id,
      second.id,
      caller.id,
    ])
  })

  it('are deleted by their author and by the author of the post, with their answers', async () => {
    const { postId } = await post(broadcaster)
    const first = await comment(caller, postId)
    await comment(broadcaster, postId, { parentId: first.commentId })
    const stranger = await world.broadcaster()
    const remove = (person: Person) => person.request('deleteTimelineComment', { commentId: first.commentId })
    expect(await remove(stranger)).toEqual(code('notFound'))
    expect(await remove(broadcaster)).toEqual({ type: 'success' })
    expect(await remove(caller)).toEqual({ type: 'success' })
    expect(await commentsOn(caller, postId)).toEqual([])
    expect(await caller.request('getTimelinePost', { postId })).toMatchObject({ post: { comments: 0 } })
  })

  it('are read by the contact guard over several pieces', async () => {
    const { postId } = await post(broadcaster)
    await comment(caller, postId, '090')
    await comment(caller, postId, '1234')
    expect(
      await caller.request('commentTimeline', { commentId: randomUUID(), postId, text: '5678' }),
    ).toEqual(code('contactWarning'))
  })
})

describe('notifications', () => {
  it('tell of comments together, of answers and of mentions, and of nothing that is one’s own', async () => {
    const writer = await world.broadcaster()
    const { postId } = await post(writer)
    const second = await world.caller(0)
    const first = await comment(caller, postId)
    await comment(caller, postId)
    const { commentId } = await comment(second, postId)
    await comment(writer, postId)
    expect(await noticesOf(writer)).toEqual([
      {
        ...{ kind: 'timeline', moment: 'comment', postId, commentId, others: 1 },
        ...{ partnerId: second.id, partnerName: second.viewer.name },
      },
    ])
    const named = await world.broadcaster()
    const answered = await comment(second, postId, {
      text: `<@${named.id}>さんも`,
      parentId: first.commentId,
    })
    expect(await noticesOf(named)).toMatchObject([{ moment: 'mention', partnerId: second.id }])
    // A caller isn't named to another caller.
    expect(await noticesOf(caller)).toContainEqual({
      ...{
        kind: 'timeline',
        moment: 'answer',
        postId,
        commentId: answered.commentId,
        partnerId: null,
        partnerName: null,
        others: 0,
      },
    })
    await writer.request('updateNotificationSettings', {
      choices: [{ kind: 'timeline', channel: 'inApp', isOn: false }],
    })
    const { postId: quiet } = await post(writer)
    await comment(caller, quiet)
    expect(await noticesOf(writer)).not.toContainEqual(expect.objectContaining({ postId: quiet }))
  })
})
