import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { ReviewPart, reviewsEndpoints } from '#contract/reviews/reviews.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { type OperatedWorld, withOperators } from '../operators/operated-world.ts'
import { granted, type OperatorWorld } from '../operators/operator-world.ts'
import { reviewSteps, reviewWords } from './review-steps.ts'

let operators: OperatorWorld
let world: TestWorld
let at: OperatedWorld['at']
const { addReview, seenBy, answer, answered } = reviewSteps(() => world)
withOperators((made) => {
  ;({ operators, world, at } = made)
})

let caller: Person
let broadcaster: Person
let reader: Person
beforeEach(async () => {
  ;[caller, broadcaster, reader] = [await world.caller(0), await world.broadcaster(), await world.caller(0)]
})

const thanks = 'うれしいお言葉をありがとうございます。'
const success = { type: 'success' }
const code = (refused: string) => expect.objectContaining({ type: 'error', code: refused })

const report = (
  from: Person,
  reviewId: string,
  more: Partial<RequestOf<typeof reviewsEndpoints.reportReview>> = {},
) =>
  from.request('reportReview', {
    reportId: randomUUID(),
    reviewId,
    about: 'review',
    reason: 'harassment',
    ...more,
  })

/** The newest report about a member, as an operator reads it. */
const read = async (reported: Person) => {
  const { reports } = granted(await at.request('operatorReports', { state: 'open', memberId: reported.id }))
  return granted(await at.request('operatorReport', { reportId: reports[0]?.id ?? 0 })).report
}

const hide = (reviewId: string, part: ReviewPart, isHidden = true) =>
  at.request('operatorHideReview', { reviewId, part, isHidden })

const totalsOf = async (person: Person) => {
  const answer = await reader.request('getUserInfForWeb', { userId: person.id })
  return answer.type === 'success' ? [answer.user.rating, answer.user.scoreCounts] : answer
}

describe('a report of a review', () => {
  it('shows operators the text, the score, the answer and the author, as they were', async () => {
    const reviewId = await addReview(caller, broadcaster, { score: 2 })
    await answered(broadcaster, reviewId, thanks)
    expect(await report(reader, reviewId, { text: ' ひどいと思います。 ' })).toEqual(success)
    const seen = await read(caller)
    expect(seen).toMatchObject({
      surface: 'review',
      reason: 'harassment',
      text: 'ひどいと思います。',
      reporter: { id: reader.id },
      reported: { id: caller.id },
      messages: [],
      review: {
        reviewId,
        part: 'review',
        score: 2,
        description: reviewWords,
        author: { id: caller.id },
        target: { id: broadcaster.id },
        answer: { text: thanks },
        now: { review: 'shown', answer: 'shown' },
      },
    })
    await world.database.sql`delete from review where id = ${reviewId}`
    expect((await read(caller)).review).toMatchObject({
      description: reviewWords,
      now: { review: 'gone', answer: 'none' },
    })
  })

  it('can be made by the reviewed broadcaster too, and a report of the answer is about the broadcaster', async () => {
    const reviewId = await addReview(caller, broadcaster)
    expect(await report(broadcaster, reviewId)).toEqual(success)
    await answered(broadcaster, reviewId, thanks)
    expect(await report(caller, reviewId, { about: 'answer' })).toEqual(success)
    expect(await read(caller)).toMatchObject({ reporter: { id: broadcaster.id }, review: { answer: null } })
    expect(await read(broadcaster)).toMatchObject({ reporter: { id: caller.id }, review: { part: 'answer' } })
  })

  it('is refused for the own review, for an unreadable one, and behind a block with the broadcaster', async () => {
    const [reviewId, wordless] = [
      await addReview(caller, broadcaster),
      await addReview(caller, broadcaster, { text: '' }),
    ]
    expect(await report(reader, wordless)).toEqual(code('notFound'))
    expect(await report(reader, '999999999')).toEqual(code('notFound'))
    expect(await report(reader, reviewId, { about: 'answer' })).toEqual(code('notFound'))
    expect(await report(caller, reviewId)).toEqual(code('reportSelf'))
    await answered(broadcaster, reviewId, thanks)
    expect(await report(broadcaster, reviewId, { about: 'answer' })).toEqual(code('reportSelf'))
    expect(await report(reader, reviewId, { text: 'あ'.repeat(1001) })).toEqual(code('reportTextTooLong'))
    expect(await report(reader, reviewId, { text: 'あ\0' })).toEqual(code('badInput'))
    await reader.request('addBlock', { partnerId: broadcaster.id })
    expect(await report(reader, reviewId)).toEqual(code('notFound'))
    const other = await world.broadcaster()
    await caller.request('addBlock', { partnerId: other.id })
    // A refusal would reveal the author.
    expect(await report(other, reviewId)).toEqual(success)
  })

  it('is accepted from a broadcaster whom the author has blocked since', async () => {
    const reviewId = await addReview(caller, broadcaster)
    await caller.request('addBlock', { partnerId: broadcaster.id })
    expect(await report(broadcaster, reviewId)).toEqual(success)
  })

  it('is one report, however often its id is sent and whatever happened to the review', async () => {
    const reviewId = await addReview(caller, broadcaster)
    const reportId = randomUUID()
    const same = () => report(reader, reviewId, { reportId })
    expect(await Promise.all([same(), same(), same()])).toEqual([success, success, success])
    expect((await read(caller)).reports).toBe(1)
    granted(await hide(reviewId, 'review'))
    expect(await same()).toEqual(success)
    expect(await report(reader, reviewId)).toEqual(code('notFound'))
    expect(await report(reader, reviewId, { reportId, reason: 'fraud' })).toEqual(code('idempotencyMismatch'))
    expect(await report(broadcaster, reviewId, { reportId })).toEqual(code('idempotencyMismatch'))
  })

  it('counts with the reports of people, ten an hour', async () => {
    const reviewId = await addReview(caller, broadcaster)
    const person = { partnerId: broadcaster.id, surface: 'profile', reason: 'other' } as const
    for (let count = 0; count < 5; count += 1) {
      expect(await report(reader, reviewId)).toEqual(success)
      expect(await reader.request('addReport', { reportId: randomUUID(), ...person })).toEqual(success)
    }
    expect(await report(reader, reviewId)).toEqual(code('reportTooOften'))
  })

  it('closed with a warning names to its author the subject, but neither the reporter nor the review', async () => {
    const reviewId = await addReview(caller, broadcaster)
    await report(broadcaster, reviewId)
    const { id } = await read(caller)
    granted(await at.request('operatorCloseReport', { reportId: id, outcome: 'warned' }))
    const inbox = await caller.request('getNotifications', {})
    expect(inbox).toMatchObject({
      notifications: [{ about: { kind: 'safetyWarning', reason: 'harassment' } }],
    })
    expect(JSON.stringify(inbox)).not.toContain(broadcaster.id)
  })
})

describe('an operator', () => {
  it('hides a review and shows it again: totals follow, and the audit log records it', async () => {
    const [reviewId] = [
      await addReview(caller, broadcaster, { score: 1 }),
      await addReview(reader, broadcaster, { score: 5 }),
    ]
    await answered(broadcaster, reviewId, thanks)
    const before = await totalsOf(broadcaster)
    expect(before).toEqual([{ average: 3, count: 2 }, [1, 0, 0, 0, 1]])
    granted(await hide(reviewId, 'review'))
    granted(await hide(reviewId, 'review'))
    expect(await totalsOf(broadcaster)).toEqual([{ average: 5, count: 1 }, [0, 0, 0, 0, 1]])
    for (const person of [caller, broadcaster, reader])
      expect(await seenBy(person, broadcaster, reviewId)).toBeUndefined()
    expect(await answer(broadcaster, reviewId, thanks)).toEqual(code('notFound'))
    granted(await hide(reviewId, 'review', false))
    expect(await totalsOf(broadcaster)).toEqual(before)
    expect(await seenBy(reader, broadcaster, reviewId)).toMatchObject({ answer: { text: thanks } })
    const lines = (await operators.audit()).filter(({ subject }) => subject === `review:${reviewId}`)
    expect(lines.map(({ action, operator }) => [action, operator])).toEqual(
      Array.from({ length: 3 }, () => ['operatorHideReview', operators.mail]),
    )
  })

  it('hides an answer, which does not allow another one', async () => {
    const reviewId = await addReview(caller, broadcaster)
    await answered(broadcaster, reviewId, thanks)
    granted(await hide(reviewId, 'answer'))
    expect(await seenBy(reader, broadcaster, reviewId)).toMatchObject({ answer: null })
    expect(await seenBy(broadcaster, broadcaster, reviewId)).toMatchObject({
      answer: null,
      isAnswerable: false,
    })
    for (const text of [thanks, '別の返信です。'])
      expect(await answer(broadcaster, reviewId, text)).toEqual(code('reviewAnswered'))
    expect(await report(reader, reviewId, { about: 'answer' })).toEqual(code('notFound'))
    granted(await hide(reviewId, 'answer', false))
    expect(await seenBy(reader, broadcaster, reviewId)).toMatchObject({ answer: { text: thanks } })
  })

  it('is refused unknown ids', async () => {
    const reviewId = await addReview(caller, broadcaster)
    expect(await hide('999999999', 'review')).toEqual(code('notFound'))
    expect(await hide(reviewId, 'answer')).toEqual(code('notFound'))
  })

  it('hides while others leave and return, and the totals equal a recount', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map((score) => addReview(caller, broadcaster, { score })))
    await Promise.all([
      ...ids.slice(0, 3).map((id) => hide(id, 'review')),
      addReview(reader, broadcaster, { score: 5 }),
      world.database.sql`delete from review where id = ${ids[4] ?? ''}`,
    ])
    await world.database.sql`delete from review where id = ${ids[0] ?? ''}`
    expect(await totalsOf(broadcaster)).toEqual([{ average: 4.5, count: 2 }, [0, 0, 0, 1, 1]])
  })
})
