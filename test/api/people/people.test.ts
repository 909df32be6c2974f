import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RecommendedList } from '#contract/people/people.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { createPeopleWorld, type PeopleWorld } from './people-world.ts'

let world: PeopleWorld
let taro: Viewer
beforeEach(async () => {
  world = await createPeopleWorld()
  taro = await world.addCaller('1001')
})
afterEach(() => world.close())

const listed = async (list: RecommendedList, viewer: Viewer | null, limit = 24) => {
  const answer = await world.request('getRecommendedUsers', viewer, { list, limit })
  if (typeof answer === 'string') throw new Error(answer)
  return { ids: answer.users.map(({ id }) => id), total: answer.total, users: answer.users }
}

describe('the lists of the home screen', () => {
  test('standby lists who waits with an open page, the latest first; total counts beyond the limit', async () => {
    await world.addBroadcaster('1', { waitingMinutes: 30, seenSecondsAgo: 5 })
    await world.addBroadcaster('2', { waitingMinutes: 10, seenSecondsAgo: 5 })
    await world.addBroadcaster('3', { waitingMinutes: 5, seenSecondsAgo: 90 })
    await world.addBroadcaster('4', { seenSecondsAgo: 5 })
    await world.addBroadcaster('5', { waitingMinutes: 1, seenSecondsAgo: 5 })
    const call = await world.addCall('1001', '5', {})
    await world.sql`INSERT INTO call_seat (member_id, call_id) VALUES ('5', ${call})`

    expect((await listed('standby', null)).ids).toEqual(['2', '1'])
    expect(await listed('standby', null, 1)).toMatchObject({ ids: ['2'], total: 2 })
    const everyone = await listed('recommended', null)
    expect(Object.fromEntries(everyone.users.map(({ id, state }) => [id, state]))).toEqual({
      1: 'standby',
      2: 'standby',
      3: 'offline',
      4: 'offline',
      5: 'inCall',
    })
  })

  test('recommended orders by standby, then by rating, then by number of reviews, then by id', async () => {
    for (const id of ['1', '2', '3', '4']) await world.addBroadcaster(id)
    await world.addBroadcaster('5', { waitingMinutes: 1, seenSecondsAgo: 1 })
    await world.addCaller('1002')
    await world.addReview('1001', '2', 4)
    await world.addReview('1001', '3', 5)
    await world.addReview('1002', '3', 4)
    await world.addReview('1001', '4', 5)
    await world.addReview('1002', '4', 5)
    const { ids, users } = await listed('recommended', null)
    expect(ids).toEqual(['5', '4', '3', '2', '1'])
    expect(users.find(({ id }) => id === '3')?.rating).toEqual({ average: 4.5, count: 2 })
    expect(users.find(({ id }) => id === '1')?.rating).toEqual({ average: null, count: 0 })
  })

  test('newcomers lists those approved within 14 days, the newest first', async () => {
    await world.addBroadcaster('1', { approvedDaysAgo: 13 })
    await world.addBroadcaster('2', { approvedDaysAgo: 15 })
    await world.addBroadcaster('3', { approvedDaysAgo: 2 })
    expect((await listed('newcomers', null)).ids).toEqual(['3', '1'])
    const all = await listed('recommended', null)
    expect(all.users.filter(({ isNew }) => isNew).map(({ id }) => id)).toEqual(['1', '3'])
  })

  test('the ranking lists broadcasters with five reviews and more, the best first', async () => {
    for (const id of ['1', '2', '3']) await world.addBroadcaster(id)
    for (let author = 0; author < 6; author++) {
      const { memberId } = await world.addCaller(String(2000 + author))
      await world.addReview(memberId, '1', 4)
      if (author < 5) await world.addReview(memberId, '2', 5)
      if (author < 4) await world.addReview(memberId, '3', 5)
    }
    expect((await listed('topRated', null)).ids).toEqual(['2', '1'])
  })

  test('a rating no longer counts the reviews of an author who left', async () => {
    await world.addBroadcaster('1')
    await world.addCaller('1002')
    await world.addReview('1001', '1', 5)
    await world.addReview('1002', '1', 2)
    expect((await listed('recommended', null)).users[0]?.rating).toEqual({ average: 3.5, count: 2 })
    await world.sql`DELETE FROM member WHERE id = '1002'`
    expect((await listed('recommended', null)).users[0]?.rating).toEqual({ average: 5, count: 1 })
  })

  test('favourites are the viewer’s own, the latest first; callers appear to broadcasters alone', async () => {
    const mio = await world.addBroadcaster('1')
    await world.addBroadcaster('2')
    for (const partnerId of ['1', '2'])
      await world.request('addBookmark', taro, { token: taro.token, partnerId })
    await world.request('addBookmark', mio, { token: mio.token, partnerId: '1001' })

    expect((await listed('favourites', taro)).ids).toEqual(['2', '1'])
    expect((await listed('favourites', null)).ids).toEqual([])
    const ofBroadcaster = await listed('favourites', mio)
    expect(ofBroadcaster.users).toMatchObject([
      { id: '1001', role: 'caller', rates: { video: null, voice: null }, bookmark: true },
    ])
    expect((await listed('recommended', taro)).users.every(({ bookmark }) => bookmark)).toBe(true)
    // A caller who was a broadcaster when they added another caller no longer sees that caller.
    await world.addCaller('1002')
    await world.sql`INSERT INTO bookmark (member_id, partner_id) VALUES ('1001', '1002')`
    expect((await listed('favourites', taro)).ids).toEqual(['2', '1'])
  })
})

describe('a profile', () => {
  test('shows a caller real figures', async () => {
    await world.addBroadcaster('1', { waitingMinutes: 10, seenSecondsAgo: 1 })
    await world.addCaller('1002', { region: '大阪', age: 41 })
    await world.request('addBookmark', taro, { token: taro.token, partnerId: '1' })
    await world.addReview('1001', '1', 5)
    await world.addReview('1002', '1', 4, 'また話したいと思える方でした。')
    for (let ring = 0; ring < 9; ring++) await world.addCall('1001', '1', {})
    await world.addCall('1001', '1', { endReason: 'missed', isAnswered: false, rangMs: 30_000 })

    const answer = await world.request('getUserInfForWeb', taro, { userId: '1' })
    expect(answer).toMatchObject({
      user: {
        id: '1',
        role: 'broadcaster',
        state: 'standby',
        bookmark: true,
        bookmarkCount: 1,
        answerRatePercent: 90,
        callable: true,
        rating: { average: 4.5, count: 2 },
        scoreCounts: [0, 0, 0, 1, 1],
        schedule: [{ weekday: 1, fromMinute: 1260, toMinute: 1500 }],
      },
    })
    expect(typeof answer === 'object' && answer.user.standbySince).toMatch(/^\d{4}-/)
    expect(JSON.stringify(answer)).not.toMatch(/1002|男|email|token/)
  })

  test('応答率 counts only rings that could have been answered', async () => {
    await world.addBroadcaster('1')
    const rate = async () => {
      const answer = await world.request('getUserInfForWeb', null, { userId: '1' })
      return typeof answer === 'object' && answer.user.answerRatePercent
    }
    for (let ring = 0; ring < 8; ring++) await world.addCall('1001', '1', {})
    await world.addCall('1001', '1', { endReason: 'declined', isAnswered: false })
    expect(await rate()).toBeNull()
    await world.addCall('1001', '1', { endReason: 'cancelled', isAnswered: false, rangMs: 2999 })
    await world.addCall('1001', '1', { endReason: 'busy', isAnswered: false })
    await world.addCall('1001', '1', { endReason: 'failed', isAnswered: false })
    await world.addCall('1001', '1', { endReason: 'missed', isAnswered: false, dialledByBroadcaster: true })
    await world.addCall('1001', '1', { isAnswered: true, endedMinutesAgo: 31 * 1440 })
    await world.addCall('1001', '1', { endReason: 'cancelled', isAnswered: false, rangMs: 3000 })
    expect(await rate()).toBeNull()
    await world.addCall('1001', '1', { endReason: 'missed', isAnswered: false })
    expect(await rate()).toBe(80)
  })

  test('通話回数 and リピーター count calls of a minute and more, and hide what few callers stand behind', async () => {
    await world.addBroadcaster('1')
    const callerIds = ['1101', '1102', '1103', '1104', '1105']
    const figures = async () => {
      const answer = await world.request('getUserInfForWeb', null, { userId: '1' })
      return typeof answer === 'object' && answer.user.callFigures
    }
    for (const id of callerIds) {
      await world.addCaller(id)
      expect(await figures()).toEqual({ calls: null, repeatCallers: null })
      await world.addCall(id, '1', { connectedSec: 60 })
      await world.addCall(id, '1', { connectedSec: 59 })
    }
    expect(await figures()).toEqual({ calls: 5, repeatCallers: null })
    for (const id of callerIds) await world.addCall(id, '1', { connectedSec: 300 })
    await world.addCall('1101', '1', { connectedSec: 300 })
    expect(await figures()).toEqual({ calls: 11, repeatCallers: 5 })
  })

  test('of a caller is for broadcasters and the caller alone', async () => {
    const mio = await world.addBroadcaster('1')
    const kenji = await world.addCaller('1002')
    await world.sql`INSERT INTO member (id, name, role) VALUES ('9', '運営', 'operator')`
    const sees = async (viewer: Viewer | null, userId: string) => {
      const answer = await world.request('getUserInfForWeb', viewer, { userId })
      return typeof answer === 'string' ? answer : { callable: answer.user.callable }
    }
    expect(await sees(mio, '1001')).toEqual({ callable: true })
    expect(await sees(taro, '1001')).toEqual({ callable: false })
    expect(await sees(kenji, '1001')).toBe('partnerUnavailable')
    expect(await sees(null, '1001')).toBe('partnerUnavailable')
    expect(await sees(null, '1')).toEqual({ callable: true })
    expect(await sees(mio, '9')).toBe('partnerUnavailable')
    expect(await sees(mio, '404')).toBe('partnerUnavailable')
  })

  test('partner info: name, avatar and favourite mark, for the viewer alone', async () => {
    await world.addBroadcaster('1')
    await world.sql`UPDATE member SET avatar_id = 'picture' WHERE id = '1'`
    const request = (myId: string, partnerId: string) =>
      world.request('getPartnerInfo', taro, { myId, partnerId })
    expect(await request('1001', '1')).toMatchObject({
      userName: '女1',
      avatarId: 'picture',
      bookmark: false,
    })
    await world.request('addBookmark', taro, { token: taro.token, partnerId: '1' })
    expect(await request('1001', '1')).toMatchObject({ bookmark: true })
    await world.addCaller('1002')
    expect(await request('1002', '1')).toBe('forbidden')
    expect(await request('1001', '1002')).toBe('partnerUnavailable')
    expect(await request('1001', '404')).toBe('partnerUnavailable')
  })
})

test('a favourite is added once, removed once, and only with the own token', async () => {
  await world.addBroadcaster('1')
  await world.addCaller('1002')
  const add = (partnerId: string, token = taro.token) =>
    world.request('addBookmark', taro, { token, partnerId })
  const remove = (partnerId: string, token = taro.token) =>
    world.request('deleteBookmark', taro, { token, partnerId })
  const done = { type: 'success' }
  expect(await add('1', 'token-of-1002')).toBe('forbidden')
  expect(await add('1001')).toBe('bookmarkSelf')
  expect(await add('404')).toBe('notFound')
  expect(await add('1002')).toBe('notFound')
  expect(await remove('1')).toBe('bookmarkMissing')
  expect(await add('1')).toEqual(done)
  expect(await add('1')).toBe('bookmarkExists')
  expect(await remove('1', 'token-of-1002')).toBe('forbidden')
  expect(await remove('1')).toEqual(done)
  expect(await remove('1')).toBe('bookmarkMissing')
  expect(await remove('404')).toBe('notFound')
  const twice = await Promise.all([add('1'), add('1')])
  expect(twice).toEqual(expect.arrayContaining([done, 'bookmarkExists']))
})

describe('a review', () => {
  const post = (
    viewer: Viewer,
    change: Partial<{ user_id: string; token: string; description: string }> = {},
  ) =>
    world.request('postUserReview', viewer, {
      target_user_id: '1',
      user_id: viewer.memberId,
      score: 5,
      description: '',
      token: viewer.token,
      ...change,
    })
  const posted = { type: 'success', message: 'レビューを投稿しました！' }

  test('is of the newest unreviewed call of 60 s or more, one per call', async () => {
    await world.addBroadcaster('1')
    const older = await world.addCall('1001', '1', { connectedSec: 60, endedMinutesAgo: 20 })
    const newer = await world.addCall('1001', '1', { connectedSec: 400, endedMinutesAgo: 10 })
    await world.addCall('1001', '1', { connectedSec: 59, endedMinutesAgo: 1 })
    expect(await post(taro, { description: '  とても楽しい時間でした。 ' })).toEqual(posted)
    expect(await world.sql`SELECT call_id, author_id, score, description FROM review`).toEqual([
      { call_id: newer, author_id: '1001', score: 5, description: 'とても楽しい時間でした。' },
    ])
    expect(await post(taro)).toEqual(posted)
    expect(await world.sql`SELECT call_id FROM review WHERE call_id = ${older}`).toHaveLength(1)
    expect(await post(taro)).toBe('reviewNotAllowed')
  })

  test('is one when two are posted at once', async () => {
    await world.addBroadcaster('1')
    await world.addCall('1001', '1', { connectedSec: 60 })
    const answers = await Promise.all([post(taro), post(taro), post(taro)])
    expect(answers.filter((answer) => typeof answer === 'object')).toEqual([posted])
    expect(await world.sql`SELECT review_count FROM broadcaster`).toEqual([{ review_count: 1 }])
  })

  test('is refused with the reason that comes first', async () => {
    const mio = await world.addBroadcaster('1')
    await world.addBroadcaster('2')
    const kenji = await world.addCaller('1002')
    await world.addCall('1001', '1', { connectedSec: 60 })
    expect(await post(taro, { user_id: '1002' })).toBe('forbidden')
    expect(await post(taro, { token: kenji.token })).toBe('forbidden')
    expect(await post(mio)).toBe('forbidden')
    expect(await post(kenji)).toBe('reviewNotAllowed')
    expect(await post(taro, { description: '短い感想' })).toBe('reviewTooShort')
    expect(await post(taro, { description: 'あ'.repeat(501) })).toBe('reviewTooLong')
    expect(await post(taro, { description: 'あ'.repeat(20).concat('\0') })).toBe('badInput')
    expect(await world.sql`SELECT 1 FROM review`).toHaveLength(0)
  })
})

test('the standby switch is the broadcaster’s alone, notifies everybody, and keeps the waiting time', async () => {
  const mio = await world.addBroadcaster('1')
  expect(await world.request('updateCallWaiting', taro, { waiting: true })).toBe('forbidden')
  expect(await world.request('getMyStandby', taro, {})).toBe('forbidden')
  expect(await world.request('getMyStandby', mio, {})).toEqual({
    type: 'success',
    waiting: false,
    state: 'offline',
    rates: { video: 200, voice: 140 },
    waitingCallers: 0,
  })
  expect(await world.request('updateCallWaiting', mio, { waiting: true })).toEqual({
    type: 'success',
    waiting: true,
    state: 'standby',
  })
  await world.sql`UPDATE broadcaster SET standby_since = now() - interval '1 hour'`
  await world.request('updateCallWaiting', mio, { waiting: true })
  const [row] = await world.sql`
    SELECT standby_since < now() - interval '59 minutes' AS kept FROM broadcaster`
  expect(row).toEqual({ kept: true })
  expect(await world.request('updateCallWaiting', mio, { waiting: false })).toMatchObject({
    state: 'offline',
  })
  const toEverybody = { type: 'presence:changed', memberId: '1' }
  expect(world.published).toEqual([
    toEverybody,
    { type: 'standby:begun', memberId: '1' },
    toEverybody,
    toEverybody,
  ])
})
