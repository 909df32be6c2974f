import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { reviewSteps, reviewWords } from './review-steps.ts'

let world: TestWorld
const { addReview, pageOf, seenBy, answer, answered } = reviewSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

let caller: Person
let broadcaster: Person
beforeEach(async () => {
  ;[caller, broadcaster] = [await world.caller(0), await world.broadcaster()]
})

const thanks = 'うれしいお言葉をありがとうございます。'
const number = 'よかったら 090-1234-5678 までどうぞ。'
const code = (refused: string) => expect.objectContaining({ type: 'error', code: refused })

const noticesOf = async (person: Person) => {
  const inbox = await person.request('getNotifications', {})
  return inbox.type === 'success' ? inbox.notifications.map(({ about }) => about) : []
}

const setGuard = (guard: 'off' | 'warn' | 'refuse') =>
  world.database.sql`update safety_setting set contact_guard = ${guard}`

describe('reading reviews', () => {
  it('returns pages, newest first, also of one moment, without reviews that have no text', async () => {
    const ids: string[] = []
    for (const minutesAgo of [0, 1, 1, 1, 2])
      ids.push(await addReview(await world.caller(0), broadcaster, { minutesAgo }))
    await addReview(caller, broadcaster, { text: '', minutesAgo: 1 })
    const [newest, first, second, third, oldest] = ids
    const one = await pageOf(caller, broadcaster, { limit: 2 })
    expect(one.reviews.map(({ id }) => id)).toEqual([newest, third])
    const two = await pageOf(caller, broadcaster, { limit: 2, before: third ?? '' })
    expect(two.reviews.map(({ id }) => id)).toEqual([second, first])
    const three = await pageOf(caller, broadcaster, { limit: 2, before: first ?? '' })
    expect(three.reviews.map(({ id }) => id)).toEqual([oldest])
    expect([one, two, three].map(({ more }) => more)).toEqual([true, true, false])
  })

  it('shows the day and an age band, and nothing else about the author', async () => {
    const reviewId = await addReview(caller, broadcaster)
    const answerText = await world.request('/api/get-user-reviews', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: broadcaster.id }),
    })
    const page = await answerText.text()
    expect(JSON.parse(page)).toMatchObject({
      more: false,
      reviews: [{ id: reviewId, description: reviewWords, authorLabel: '東京・20代', answer: null }],
    })
    expect(page).not.toContain(caller.id)
    expect(page).not.toContain(caller.viewer.name)
    // Midnight in Japan.
    expect(JSON.parse(page).reviews[0].postedAt).toMatch(/T15:00:00\.000Z$/)
  })

  it('marks the own review for the author alone, and the right to answer for the broadcaster alone', async () => {
    const reviewId = await addReview(caller, broadcaster)
    expect(await seenBy(caller, broadcaster, reviewId)).toMatchObject({ isOwn: true, isAnswerable: false })
    expect(await seenBy(broadcaster, broadcaster, reviewId)).toMatchObject({
      isOwn: false,
      isAnswerable: true,
    })
    expect(await seenBy(await world.caller(0), broadcaster, reviewId)).toMatchObject({
      isOwn: false,
      isAnswerable: false,
    })
    await answered(broadcaster, reviewId, thanks)
    expect(await seenBy(broadcaster, broadcaster, reviewId)).toMatchObject({ isAnswerable: false })
  })

  it('lists the own ones page by page with score and answer, without a text and hidden ones too, and nobody else’s', async () => {
    const other = await world.broadcaster()
    const oldest = await addReview(caller, broadcaster, { score: 3, minutesAgo: 2 })
    const silent = await addReview(caller, other, { score: 5, text: '', minutesAgo: 1 })
    const hidden = await addReview(caller, other, { score: 1 })
    await addReview(await world.caller(0), broadcaster)
    await world.database.sql`update review set hidden_at = now() where id = ${hidden}`
    await answered(broadcaster, oldest, thanks)
    const first = await caller.request('getMyReviews', { limit: 2 })
    expect(first).toMatchObject({
      reviews: [
        { id: hidden, score: 1, isHidden: true },
        { id: silent, score: 5, description: '', isHidden: false, answer: null },
      ],
      more: true,
    })
    const rest = await caller.request('getMyReviews', { before: silent })
    expect(rest).toMatchObject({
      reviews: [
        {
          id: oldest,
          partner: { id: broadcaster.id, name: broadcaster.viewer.name },
          score: 3,
          answer: { text: thanks },
        },
      ],
      more: false,
    })
    expect(await other.request('getMyReviews', {})).toMatchObject({ reviews: [] })
    await broadcaster.request('addBlock', { partnerId: caller.id })
    expect(await caller.request('getMyReviews', { before: silent })).toMatchObject({ reviews: [] })
  })

  it('is refused for an unknown member, another caller and behind a block; a caller has no reviews', async () => {
    const other = await world.caller(0)
    await other.request('addBlock', { partnerId: broadcaster.id })
    for (const [viewer, userId] of [
      [caller, '1'],
      [caller, other.id],
      [other, broadcaster.id],
    ] as const)
      expect(await viewer.request('getUserReviews', { userId })).toEqual(code('partnerUnavailable'))
    expect(await caller.request('getUserReviews', { userId: caller.id })).toMatchObject({ reviews: [] })
  })

  it('is the same after a block: a review that disappeared would reveal its author', async () => {
    const [blocker, blocked] = [await world.caller(0), await world.caller(0)]
    await addReview(blocker, broadcaster, { minutesAgo: 1 })
    await addReview(blocked, broadcaster)
    const other = await world.broadcaster()
    const before = [await pageOf(broadcaster, broadcaster), await pageOf(other, broadcaster)]
    await blocker.request('addBlock', { partnerId: broadcaster.id })
    await broadcaster.request('addBlock', { partnerId: blocked.id })
    await other.request('addBlock', { partnerId: blocked.id })
    expect([await pageOf(broadcaster, broadcaster), await pageOf(other, broadcaster)]).toEqual(before)
    expect(before[0]?.reviews.map(({ isAnswerable }) => isAnswerable)).toEqual([true, true])
  })
})

describe('an answer', () => {
  it('is below the review for everybody, and its author is notified once', async () => {
    const reviewId = await addReview(caller, broadcaster)
    await answered(broadcaster, reviewId, thanks)
    await answered(broadcaster, reviewId, thanks)
    expect(await seenBy(await world.caller(0), broadcaster, reviewId)).toMatchObject({
      answer: { text: thanks },
    })
    expect(await noticesOf(caller)).toEqual([
      { kind: 'reviewAnswered', partnerId: broadcaster.id, partnerName: broadcaster.viewer.name },
    ])
  })

  it('is not notified behind a block, and is shown again when the block is lifted', async () => {
    const reviewId = await addReview(caller, broadcaster)
    await answered(broadcaster, reviewId, thanks)
    await broadcaster.request('addBlock', { partnerId: caller.id })
    expect(await noticesOf(caller)).toEqual([])
    await broadcaster.request('removeBlock', { partnerId: caller.id })
    expect(await noticesOf(caller)).toHaveLength(1)
  })

  it('is the only one, also when two come at once', async () => {
    const reviewId = await addReview(caller, broadcaster)
    const answers = await Promise.all([
      answer(broadcaster, reviewId, thanks),
      answer(broadcaster, reviewId, 'またね！'),
    ])
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    expect(answers).toContainEqual(code('reviewAnswered'))
    expect(await noticesOf(caller)).toHaveLength(1)
    const another = await addReview(caller, broadcaster)
    const same = await Promise.all([1, 2, 3].map(() => answer(broadcaster, another, thanks)))
    expect(new Set(same.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(same[0]).toMatchObject({ type: 'success' })
    expect(await noticesOf(caller)).toHaveLength(2)
    expect(await answer(broadcaster, another, '別の返信です。')).toEqual(code('reviewAnswered'))
  })

  it('is refused to others and for unreadable reviews, and accepted despite a block', async () => {
    const [reviewId, wordless] = [
      await addReview(caller, broadcaster),
      await addReview(caller, broadcaster, { text: '' }),
    ]
    const others = [caller, await world.broadcaster(), await world.caller(0)]
    for (const person of others) expect(await answer(person, reviewId, thanks)).toEqual(code('notFound'))
    expect(await answer(broadcaster, wordless, thanks)).toEqual(code('notFound'))
    expect(await answer(broadcaster, '999999999', thanks)).toEqual(code('notFound'))
    expect(await answer(broadcaster, '0', thanks)).toEqual(code('badInput'))
    await caller.request('addBlock', { partnerId: broadcaster.id })
    await answered(broadcaster, reviewId, thanks)
    expect(await noticesOf(caller)).toEqual([])
  })

  it('is refused when it is empty, too long or not a text', async () => {
    const reviewId = await addReview(caller, broadcaster)
    expect(await answer(broadcaster, reviewId, ' \u200b\n ')).toEqual(code('reviewAnswerEmpty'))
    expect(await answer(broadcaster, reviewId, 'あ'.repeat(301))).toEqual(code('reviewAnswerTooLong'))
    for (const unprintable of ['\0', '\u0007', '\ud800'])
      expect(await answer(broadcaster, reviewId, `ありがとう${unprintable}`)).toEqual(code('badInput'))
    await answered(broadcaster, reviewId, '🏮'.repeat(300))
  })

  it('is warned about when it contains an address, and refused where operators say so', async () => {
    const reviewId = await addReview(caller, broadcaster)
    expect(await answer(broadcaster, reviewId, number)).toEqual(code('contactWarning'))
    await setGuard('refuse')
    expect(await answer(broadcaster, reviewId, number, true)).toEqual(code('contactRefused'))
    await setGuard('warn')
    expect(await answer(broadcaster, reviewId, number, true)).toMatchObject({ type: 'success' })
  })
})

test('a review with an address gets a warning, is refused where operators say so, and posted on confirmation', async () => {
  await world.database.sql`
    insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at, ended_at,
      end_reason, connected_ms)
    values (${randomUUID()}, 'voice', ${caller.id}, ${broadcaster.id}, ${caller.id}, 140, 'ended', now(), now(), 'byCaller', 90000)`
  const post = (more: { description: string; isWarned?: boolean }) =>
    caller.request('postUserReview', {
      target_user_id: broadcaster.id,
      user_id: caller.id,
      score: 5,
      token: caller.viewer.token,
      ...more,
    })
  expect(await post({ description: number })).toEqual(code('contactWarning'))
  await setGuard('refuse')
  expect(await post({ description: number, isWarned: true })).toEqual(code('contactRefused'))
  await setGuard('warn')
  for (const unprintable of ['\0', '\u0007', '\ud800'])
    expect(await post({ description: `${reviewWords}${unprintable}` })).toEqual(code('badInput'))
  expect((await pageOf(caller, broadcaster)).reviews).toEqual([])
  expect(await post({ description: number, isWarned: true })).toMatchObject({ type: 'success' })
  expect((await pageOf(caller, broadcaster)).reviews).toMatchObject([{ description: number, isOwn: true }])
})
