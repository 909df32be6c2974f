import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishScheduledPosts, purgeDeletedPosts } from '#server/timeline/jobs.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { jpeg, uploadSteps } from '../images/upload-steps.ts'
import { code, favour, feed, idsIn, post } from './timeline-steps.ts'

let world: TestWorld
let caller: Person
let broadcaster: Person
const { upload } = uploadSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  caller = await world.caller()
  broadcaster = await world.broadcaster()
})
afterAll(() => world.close())

/** Moves the publication of a post into the past. */
const age = (postId: string, minutes: number) => world.database.sql`
  update timeline_post set posted_at = now() - make_interval(mins => ${minutes}) where id = ${postId}`

const imageStatus = async (imageId: string, cookie = ''): Promise<number> => {
  const path = `/api/img/${encodeURIComponent(`api=get-img&id=${imageId}&kind=6&size=480`)}`
  return (await world.request(path, { headers: { cookie } })).status
}

describe('a post', () => {
  it('is in the feed of everybody and on the profile, and the same id again is the same post', async () => {
    const written = await post(broadcaster, 'おつかれさまです')
    expect(written).toMatchObject({ author: { id: broadcaster.id }, isOwn: true, likes: 0, comments: 0 })
    expect(await post(broadcaster, { postId: written.postId, text: 'ほかの言葉' })).toEqual(written)
    expect((await feed(caller)).posts.filter(({ postId }) => postId === written.postId)).toMatchObject([
      { text: 'おつかれさまです', isOwn: false },
    ])
    const visitor = await world.request('/api/get-timeline', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await visitor.text()).toContain(written.postId)
    expect(await caller.request('getMemberTimeline', { userId: broadcaster.id })).toMatchObject({
      posts: [{ postId: written.postId }],
    })
    expect(await caller.request('postTimeline', { postId: written.postId, text: 'x' })).toEqual(
      code('idempotencyMismatch'),
    )
  })

  it('of a caller is seen by broadcasters and its author alone', async () => {
    const written = await post(caller, '今夜お話しできる方はいますか')
    expect(await idsIn(caller)).toContain(written.postId)
    expect(await idsIn(broadcaster)).toContain(written.postId)
    const other = await world.caller()
    expect(await idsIn(other)).not.toContain(written.postId)
    expect(await other.request('getTimelinePost', { postId: written.postId })).toEqual(code('notFound'))
    expect(await other.request('getMemberTimeline', { userId: caller.id })).toEqual(
      code('partnerUnavailable'),
    )
  })

  it('shows its images to those who see it, visitors too, and to nobody after it is deleted', async () => {
    const { imageId = '', width } = await upload(broadcaster, await jpeg())
    expect(await imageStatus(imageId)).toBe(404)
    const { postId, images } = await post(broadcaster, { text: '', images: [imageId] })
    expect(images).toEqual([{ imageId, width, height: 30 }])
    expect(await imageStatus(imageId)).toBe(200)
    expect(
      await caller.request('postTimeline', { postId: randomUUID(), text: '', images: [imageId] }),
    ).toEqual(code('imageGone'))
    await broadcaster.request('deleteTimeline', { postId })
    expect(await imageStatus(imageId, broadcaster.cookie)).toBe(404)
  })

  it('isn’t stored when one of its images is missing', async () => {
    const postId = randomUUID()
    expect(await broadcaster.request('postTimeline', { postId, text: 'a', images: ['none'] })).toEqual(
      code('imageGone'),
    )
    expect(await broadcaster.request('getTimelinePost', { postId })).toEqual(code('notFound'))
  })

  it('is read by the contact guard, its poll too, but not the ids of mentions', async () => {
    const other = await world.broadcaster()
    const request = (text: string, choices?: string[], isWarned = false) =>
      broadcaster.request('postTimeline', {
        ...{ postId: randomUUID(), text, isWarned },
        ...(choices ? { poll: { choices, days: 1 } } : {}),
      })
    expect(await request('LINEのIDは koyoi_1234 です')).toEqual(code('contactWarning'))
    expect(await request('どれ？', ['LINEのIDは koyoi_1234 です', '海'])).toEqual(code('contactWarning'))
    expect(await request(`<@${other.id}>さんとお話ししました`)).toMatchObject({
      post: { mentions: [{ id: other.id, name: other.viewer.name }] },
    })
    expect(await request('LINEのIDは koyoi_1234 です', undefined, true)).toMatchObject({ type: 'success' })
  })

  it('mentions broadcasters alone', async () => {
    const { text } = await post(broadcaster, `<@${caller.id}>さん、<@999>さん`)
    expect(text).toBe('@さん、@さん')
  })

  it('is refused when there are too many, and concurrent ones count', async () => {
    const busy = await world.caller()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => busy.request('postTimeline', { postId: randomUUID(), text: 'やあ' })),
    )
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(5)
    expect(answers).toContainEqual(code('timelineTooOften'))
  })
})

describe('the author', () => {
  it('changes the text within ten minutes, and nobody else does', async () => {
    const writer = await world.broadcaster()
    const { postId } = await post(writer)
    const edit = (person: Person, text: string) => person.request('editTimeline', { postId, text })
    expect(await edit(broadcaster, 'ほかの言葉')).toEqual(code('notFound'))
    await age(postId, 9)
    expect(await edit(writer, '直しました')).toMatchObject({ post: { text: '直しました', isEdited: true } })
    await age(postId, 10)
    expect(await edit(writer, 'もう一度')).toEqual(code('timelineTooLate'))
    expect(await caller.request('getTimelinePost', { postId })).toMatchObject({
      post: { text: '直しました' },
    })
  })

  it('deletes it, and a late retry doesn’t bring it back', async () => {
    const writer = await world.broadcaster()
    const { postId } = await post(writer)
    expect(await broadcaster.request('deleteTimeline', { postId })).toEqual(code('notFound'))
    expect(await writer.request('deleteTimeline', { postId })).toEqual({ type: 'success' })
    expect(await writer.request('deleteTimeline', { postId })).toEqual({ type: 'success' })
    expect(await writer.request('postTimeline', { postId, text: 'やあ' })).toEqual(
      code('idempotencyMismatch'),
    )
    expect(await idsIn(caller)).not.toContain(postId)
    await world.database
      .sql`update timeline_post set ended_at = now() - interval '31 days' where id = ${postId}`
    await purgeDeletedPosts(world.context.db)
    expect(await world.database.sql`select from timeline_post where id = ${postId}`).toHaveLength(0)
  })

  it('who is a broadcaster schedules a post, which a job publishes once', async () => {
    const writer = await world.broadcaster()
    const publishAt = new Date(world.context.now() + 60_000).toISOString()
    expect(await caller.request('postTimeline', { postId: randomUUID(), text: 'a', publishAt })).toEqual(
      code('timelineSchedule'),
    )
    const { postId } = await post(writer, { publishAt, poll: { choices: ['海', '山'], days: 2 } })
    expect(await idsIn(writer)).not.toContain(postId)
    expect(await writer.request('getScheduledTimeline', {})).toMatchObject({ posts: [{ postId, seq: null }] })
    await publishScheduledPosts(world.context)
    expect(await idsIn(caller)).not.toContain(postId)
    const between = await post(broadcaster, 'そのあいだの投稿')
    await world.database
      .sql`update timeline_post set publish_at = now() - interval '1 s' where id = ${postId}`
    const rounds = await Promise.all([
      publishScheduledPosts(world.context),
      publishScheduledPosts(world.context),
    ])
    expect(rounds[0] + rounds[1]).toBe(1)
    expect((await idsIn(caller)).indexOf(postId)).toBeLessThan((await idsIn(caller)).indexOf(between.postId))
    const shown = await caller.request('getTimelinePost', { postId })
    expect(shown).toMatchObject({ post: { poll: { isClosed: false, closesAt: expect.any(String) } } })
  })
})

describe('paging', () => {
  it('shows each post once while posts come and go', async () => {
    const fan = await world.caller()
    const writers = [await world.broadcaster(), await world.broadcaster(), await world.broadcaster()]
    for (const writer of writers) await favour(fan, writer)
    const { sql } = world.database
    await sql`
      insert into timeline_post (id, author_id, state, is_public, text, seq, posted_at, created_at)
      select gen_random_uuid(), (${writers.map(({ id }) => id)}::text[])[1 + n % 3], 'shown', true, 'p' || n,
        nextval('timeline_seq'), now(), now() - interval '2 days' from generate_series(1, 50) n`
    const before = await sql<{ id: string }[]>`
      select id from timeline_post where author_id = any(${writers.map(({ id }) => id)}) order by seq desc`
    const seen: string[] = []
    for (let next: string | null | undefined; next !== null; ) {
      const page = await feed(fan, { feed: 'favourites', ...(next ? { before: next } : {}) })
      seen.push(...page.posts.map(({ postId }) => postId))
      next = page.next
      await post(writers[0] as Person, '途中の投稿')
    }
    expect(seen).toEqual(before.map(({ id }) => id))
  })

  it('counts new posts of others for the feed that is asked', async () => {
    const fan = await world.caller()
    const [loved, other] = [await world.broadcaster(), await world.broadcaster()]
    await favour(fan, loved)
    const { seq } = await post(loved)
    const newer = async (name: 'all' | 'favourites') => {
      const answer = await fan.request('getNewTimelineCount', { feed: name, after: seq ?? '' })
      return answer.type === 'success' ? answer.count : answer.code
    }
    await post(other)
    await post(loved)
    await post(fan, '自分の投稿')
    expect(await newer('all')).toBe(2)
    expect(await newer('favourites')).toBe(1)
  })

  it('answers the most liked posts since the last visit beyond the first page', async () => {
    const fan = await world.caller()
    const writer = await world.broadcaster()
    const away = async () => {
      const answer = await fan.request('visitTimeline', {})
      return answer.type === 'success' ? answer.away.map(({ postId }) => postId) : []
    }
    expect(await away()).toEqual([])
    const liked = await post(writer)
    await caller.request('likeTimeline', { postId: liked.postId, isLiked: true })
    await world.database.sql`
      insert into timeline_post (id, author_id, state, is_public, text, seq, posted_at, created_at)
      select gen_random_uuid(), ${writer.id}, 'shown', true, 'p' || n, nextval('timeline_seq'), now(), now() - interval '2 days'
      from generate_series(1, 25) n`
    await world.database.sql`
      update timeline_visit set seen_at = now() - interval '31 minutes', seen_seq = ${Number(liked.seq) - 1}
      where member_id = ${fan.id}`
    const shown = await away()
    expect(shown).toHaveLength(5)
    expect(shown[0]).toBe(liked.postId)
    expect(await away()).toEqual(shown)
  })
})
