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

let him: Person
let her: Person
beforeEach(async () => {
  ;[him, her] = [await world.caller(0), await world.broadcaster()]
})

const thanks = 'うれしいお言葉をありがとうございます。'
const number = 'よかったら 090-1234-5678 までどうぞ。'
const code = (refused: string) => expect.objectContaining({ type: 'error', code: refused })

const noticesOf = async (person: Person) => {
  const told = await person.ask('getNotifications', {})
  return told.type === 'success' ? told.notifications.map(({ about }) => about) : []
}

const setGuard = (guard: 'off' | 'warn' | 'refuse') =>
  world.database.sql`update safety_setting set contact_guard = ${guard}`

describe('reading reviews', () => {
  it('goes page by page, newest first, through those of one moment and around those without words', async () => {
    const ids: string[] = []
    for (const minutesAgo of [0, 1, 1, 1, 2])
      ids.push(await addReview(await world.caller(0), her, { minutesAgo }))
    await addReview(him, her, { text: '', minutesAgo: 1 })
    const [newest, first, second, third, oldest] = ids
    const one = await pageOf(him, her, { limit: 2 })
    expect(one.reviews.map(({ id }) => id)).toEqual([newest, third])
    const two = await pageOf(him, her, { limit: 2, before: third ?? '' })
    expect(two.reviews.map(({ id }) => id)).toEqual([second, first])
    const three = await pageOf(him, her, { limit: 2, before: first ?? '' })
    expect(three.reviews.map(({ id }) => id)).toEqual([oldest])
    expect([one, two, three].map(({ more }) => more)).toEqual([true, true, false])
  })

  it('tells the day and a band of age, and of the author nothing else', async () => {
    const reviewId = await addReview(him, her)
    const answerText = await world.request('/api/get-user-reviews', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: her.id }),
    })
    const page = await answerText.text()
    expect(JSON.parse(page)).toMatchObject({
      more: false,
      reviews: [{ id: reviewId, description: reviewWords, authorLabel: '東京・20代', answer: null }],
    })
    expect(page).not.toContain(him.id)
    expect(page).not.toContain(him.viewer.name)
    // Midnight in Japan.
    expect(JSON.parse(page).reviews[0].postedAt).toMatch(/T15:00:00\.000Z$/)
  })

  it('says whose it is to the author alone, and to her alone that she may answer', async () => {
    const reviewId = await addReview(him, her)
    expect(await seenBy(him, her, reviewId)).toMatchObject({ isOwn: true, isAnswerable: false })
    expect(await seenBy(her, her, reviewId)).toMatchObject({ isOwn: false, isAnswerable: true })
    expect(await seenBy(await world.caller(0), her, reviewId)).toMatchObject({
      isOwn: false,
      isAnswerable: false,
    })
    await answered(her, reviewId, thanks)
    expect(await seenBy(her, her, reviewId)).toMatchObject({ isAnswerable: false })
  })

  it("is refused of nobody, of another caller and behind a block; a caller's own page has none", async () => {
    const other = await world.caller(0)
    await other.ask('addBlock', { partnerId: her.id })
    for (const [viewer, userId] of [
      [him, '1'],
      [him, other.id],
      [other, her.id],
    ] as const)
      expect(await viewer.ask('getUserReviews', { userId })).toEqual(code('partnerUnavailable'))
    expect(await him.ask('getUserReviews', { userId: him.id })).toMatchObject({ reviews: [] })
  })

  it('looks the same after a block as before it: what vanished would be by the one who was blocked', async () => {
    const [blocker, blocked] = [await world.caller(0), await world.caller(0)]
    await addReview(blocker, her, { minutesAgo: 1 })
    await addReview(blocked, her)
    const other = await world.broadcaster()
    const before = [await pageOf(her, her), await pageOf(other, her)]
    await blocker.ask('addBlock', { partnerId: her.id })
    await her.ask('addBlock', { partnerId: blocked.id })
    await other.ask('addBlock', { partnerId: blocked.id })
    expect([await pageOf(her, her), await pageOf(other, her)]).toEqual(before)
    expect(before[0]?.reviews.map(({ isAnswerable }) => isAnswerable)).toEqual([true, true])
  })
})

describe('an answer', () => {
  it('stands below the review for everybody, and its author hears of it once', async () => {
    const reviewId = await addReview(him, her)
    await answered(her, reviewId, thanks)
    await answered(her, reviewId, thanks)
    expect(await seenBy(await world.caller(0), her, reviewId)).toMatchObject({ answer: { text: thanks } })
    expect(await noticesOf(him)).toEqual([
      { kind: 'reviewAnswered', partnerId: her.id, partnerName: her.viewer.name },
    ])
  })

  it("isn't told behind a block, and is there again when it is lifted", async () => {
    const reviewId = await addReview(him, her)
    await answered(her, reviewId, thanks)
    await her.ask('addBlock', { partnerId: him.id })
    expect(await noticesOf(him)).toEqual([])
    await her.ask('removeBlock', { partnerId: him.id })
    expect(await noticesOf(him)).toHaveLength(1)
  })

  it('is the only one, also when two come at once', async () => {
    const reviewId = await addReview(him, her)
    const answers = await Promise.all([answer(her, reviewId, thanks), answer(her, reviewId, 'またね！')])
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    expect(answers).toContainEqual(code('reviewAnswered'))
    expect(await noticesOf(him)).toHaveLength(1)
    const another = await addReview(him, her)
    const same = await Promise.all([1, 2, 3].map(() => answer(her, another, thanks)))
    expect(new Set(same.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(same[0]).toMatchObject({ type: 'success' })
    expect(await noticesOf(him)).toHaveLength(2)
    expect(await answer(her, another, '別の返信です。')).toEqual(code('reviewAnswered'))
  })

  it("is refused to others and about what isn't there to be read, and taken as ever behind a block", async () => {
    const [reviewId, wordless] = [await addReview(him, her), await addReview(him, her, { text: '' })]
    const others = [him, await world.broadcaster(), await world.caller(0)]
    for (const person of others) expect(await answer(person, reviewId, thanks)).toEqual(code('notFound'))
    expect(await answer(her, wordless, thanks)).toEqual(code('notFound'))
    expect(await answer(her, '999999999', thanks)).toEqual(code('notFound'))
    expect(await answer(her, '0', thanks)).toEqual(code('badInput'))
    await him.ask('addBlock', { partnerId: her.id })
    await answered(her, reviewId, thanks)
    expect(await noticesOf(him)).toEqual([])
  })

  it('is refused when it is empty, too long or no text', async () => {
    const reviewId = await addReview(him, her)
    expect(await answer(her, reviewId, ' \u200b\n ')).toEqual(code('reviewAnswerEmpty'))
    expect(await answer(her, reviewId, 'あ'.repeat(301))).toEqual(code('reviewAnswerTooLong'))
    for (const unprintable of ['\0', '\u0007', '\ud800'])
      expect(await answer(her, reviewId, `ありがとう${unprintable}`)).toEqual(code('badInput'))
    await answered(her, reviewId, '🏮'.repeat(300))
  })

  it('with an address in it is warned of, and refused where operators say so', async () => {
    const reviewId = await addReview(him, her)
    expect(await answer(her, reviewId, number)).toEqual(code('contactWarning'))
    await setGuard('refuse')
    expect(await answer(her, reviewId, number, true)).toEqual(code('contactRefused'))
    await setGuard('warn')
    expect(await answer(her, reviewId, number, true)).toMatchObject({ type: 'success' })
  })
})

test('a review with an address in it is warned of, refused where operators say so, and posted when he insists', async () => {
  await world.database.sql`
    insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at, ended_at,
      end_reason, connected_ms)
    values (${randomUUID()}, 'voice', ${him.id}, ${her.id}, ${him.id}, 140, 'ended', now(), now(), 'byCaller', 90000)`
  const post = (more: { description: string; isWarned?: boolean }) =>
    him.ask('postUserReview', {
      target_user_id: her.id,
      user_id: him.id,
      score: 5,
      token: him.viewer.token,
      ...more,
    })
  expect(await post({ description: number })).toEqual(code('contactWarning'))
  await setGuard('refuse')
  expect(await post({ description: number, isWarned: true })).toEqual(code('contactRefused'))
  await setGuard('warn')
  for (const unprintable of ['\0', '\u0007', '\ud800'])
    expect(await post({ description: `${reviewWords}${unprintable}` })).toEqual(code('badInput'))
  expect((await pageOf(him, her)).reviews).toEqual([])
  expect(await post({ description: number, isWarned: true })).toMatchObject({ type: 'success' })
  expect((await pageOf(him, her)).reviews).toMatchObject([{ description: number, isOwn: true }])
})
