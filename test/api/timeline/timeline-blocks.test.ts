import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { code, comment, commentsOn, favour, idsIn, post } from './timeline-steps.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

describe.each(['the caller', 'the broadcaster'] as const)('behind a block by %s', (who) => {
  let caller: Person
  let broadcaster: Person
  let posts: { caller: string; broadcaster: string; third: string }
  beforeAll(async () => {
    caller = await world.caller()
    broadcaster = await world.broadcaster()
    const third = await world.broadcaster()
    await favour(caller, broadcaster)
    posts = {
      caller: (await post(caller, `<@${broadcaster.id}>さん`)).postId,
      broadcaster: (await post(broadcaster)).postId,
      third: (await post(third, `<@${broadcaster.id}>さん`)).postId,
    }
    const commented = await comment(caller, posts.third)
    await comment(broadcaster, posts.third)
    await comment(third, posts.third, { parentId: commented.commentId })
    const [blocker, blocked] = who === 'the caller' ? [caller, broadcaster] : [broadcaster, caller]
    await blocker.request('addBlock', { partnerId: blocked.id })
  })

  it('neither sees the other’s posts, and every action answers as for an unknown post', async () => {
    for (const [viewer, postId] of [
      [caller, posts.broadcaster],
      [broadcaster, posts.caller],
    ] as const) {
      expect(await idsIn(viewer)).not.toContain(postId)
      expect(await idsIn(viewer, { feed: 'favourites' })).not.toContain(postId)
      const reason = 'other' as const
      for (const id of [postId, randomUUID()])
        expect([
          await viewer.request('getTimelinePost', { postId: id }),
          await viewer.request('getTimelineComments', { postId: id }),
          await viewer.request('likeTimeline', { postId: id, isLiked: true }),
          await viewer.request('voteTimeline', { postId: id, choice: 0 }),
          await viewer.request('commentTimeline', { commentId: randomUUID(), postId: id, text: 'a' }),
          await viewer.request('reportTimeline', { reportId: randomUUID(), postId: id, reason }),
        ]).toEqual(Array.from({ length: 6 }, () => code('notFound')))
    }
  })

  it('neither sees the other’s comments, the answers to them or the name in a mention', async () => {
    const shownTo = async (viewer: Person) =>
      (await commentsOn(viewer, posts.third)).map(({ isOwn }) => isOwn)
    expect(await shownTo(caller)).toEqual([true])
    expect(await shownTo(broadcaster)).toEqual([true])
    const commentsSeenBy = async (viewer: Person) => {
      const answer = await viewer.request('getTimelinePost', { postId: posts.third })
      return answer.type === 'success' ? answer.post.comments : null
    }
    // The caller's own comment has an answer.
    expect([await commentsSeenBy(caller), await commentsSeenBy(broadcaster)]).toEqual([2, 1])
    expect(await caller.request('getTimelinePost', { postId: posts.third })).toMatchObject({
      post: { mentions: [{ id: broadcaster.id, name: null }] },
    })
  })

  it('a mention of the other is dropped and notifies nobody', async () => {
    const { text } = await post(caller, `<@${broadcaster.id}>さん、こんばんは`)
    expect(text).toBe('@さん、こんばんは')
  })
})

it('a third member’s mention notifies nobody behind a block with the author of the post', async () => {
  const [author, named] = [await world.broadcaster(), await world.broadcaster()]
  await author.request('addBlock', { partnerId: named.id })
  const { postId } = await post(author)
  await comment(await world.caller(0), postId, `<@${named.id}>さん`)
  expect(await named.request('getNotifications', {})).toMatchObject({ notifications: [] })
})

it('a closed account’s posts and comments disappear, and come back with the account', async () => {
  const leaver = await world.broadcaster()
  const viewer = await world.broadcaster()
  const { postId } = await post(leaver)
  const { postId: other } = await post(viewer)
  await comment(leaver, other)
  await deactivateAccount(world.context, leaver.id, { reason: 'other', leavesEarnings: true })
  expect(await idsIn(viewer)).not.toContain(postId)
  expect(await viewer.request('getTimelinePost', { postId })).toEqual(code('notFound'))
  expect(await commentsOn(viewer, other)).toEqual([])
})
