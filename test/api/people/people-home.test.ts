import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RecommendedList } from '#contract/people/people.ts'
import { homeNewcomersShown, homeStandbyShown, rankingEveryMs } from '#domain/people/figures.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { liveIds } from '#server/people/home-lists.ts'
import { createPeopleWorld, type PeopleWorld } from './people-world.ts'

let world: PeopleWorld
let taro: Viewer
beforeEach(async () => {
  world = await createPeopleWorld()
  taro = await world.addCaller('1001')
})
afterEach(() => world.close())

const answered = <Answer>(answer: Answer | string): Answer => {
  if (typeof answer === 'string') throw new Error(answer)
  return answer as Answer
}
const listed = async (list: RecommendedList, viewer: Viewer | null = null, limit = 24) =>
  answered(await world.request('getRecommendedUsers', viewer, { list, limit })).users.map(({ id }) => id)
const block = (memberId: string, partnerId: string) =>
  world.sql`INSERT INTO member_block (member_id, partner_id) VALUES (${memberId}, ${partnerId})`
/** A favourite that was set so long ago. */
const addFavourite = (memberId: string, partnerId: string, secondsAgo: number) => world.sql`
  INSERT INTO bookmark (member_id, partner_id, created_at)
  VALUES (${memberId}, ${partnerId}, now() - make_interval(secs => ${secondsAgo}))`

const verifyPhone = (memberId: string) => world.sql`
  INSERT INTO member_phone (member_id, number_key, number_encrypted, verified_at)
  VALUES (${memberId}, ${`key of ${memberId}`}, '', now())`
const buy = (memberId: string, state = 'granted') => world.sql`
  INSERT INTO purchase_order (id, member_id, course_id, method, gateway, price_yen, free_points, bonus_points,
    confirmation_version, state, captured_yen, captured_at)
  VALUES (${`order of ${memberId}`}, ${memberId}, 'c1000', 'card', 'sandbox', 1000, 0, 0, '1', ${state}, 1000, now())`

const dayS = 86_400
/** Before the newest ranking was made. */
const earlierS = rankingEveryMs / 1_000 + 1

describe('the ranking by new favourites', () => {
  test('counts favourites of callers within seven days, and orders equals by rating', async () => {
    for (const id of ['1', '2', '3', '4']) await world.addBroadcaster(id)
    for (const id of ['1002', '1003']) await world.addCaller(id)
    for (const id of ['1001', '1002', '1003']) await verifyPhone(id)
    for (const id of ['1001', '1002', '1003']) await addFavourite(id, '1', 8 * dayS)
    await addFavourite('1001', '2', 6 * dayS)
    await addFavourite('1002', '2', earlierS)
    await addFavourite('1001', '3', earlierS)
    await addFavourite('1001', '4', earlierS)
    // A broadcaster's favourite doesn't count.
    await addFavourite('1', '3', earlierS)
    await world.addReview('1001', '4', 5)
    expect(await listed('popular')).toEqual(['2', '4', '3'])
    expect(await listed('popular', null, 1)).toEqual(['2'])
  })

  test('leaves out a blocked pair, for these two alone', async () => {
    for (const id of ['1', '2']) await world.addBroadcaster(id)
    await verifyPhone('1001')
    for (const id of ['1', '2']) await addFavourite('1001', id, earlierS)
    await block('2', '1001')
    expect(await listed('popular', taro)).toEqual(['1'])
    expect(await listed('popular')).toEqual(['1', '2'])
  })

  test('counts only members with a verified phone or a purchase that was not refunded', async () => {
    for (const id of ['1', '2', '3']) await world.addBroadcaster(id)
    await world.addCaller('1002')
    await verifyPhone('1001')
    await buy('1002')
    for (const id of ['1001', '1002']) await addFavourite(id, '1', earlierS)
    await addFavourite('1001', '2', earlierS)
    const invented = Array.from({ length: 29 }, (_, index) => String(5000 + index))
    for (const id of invented) {
      await world.addCaller(id)
      await addFavourite(id, '2', earlierS)
      await addFavourite(id, '3', earlierS)
      // Bonus points, spent on a broadcaster who cooperates.
      await world.addCall(id, '3', { connectedSec: 90 })
    }
    await buy('5000', 'refunded')
    await buy('5001', 'chargedBack')
    expect(await listed('popular')).toEqual(['1', '2'])
  })
})

test('the list of live broadcasters is empty without live rooms, and respects state and blocks', async () => {
  await world.addBroadcaster('1', { waitingMinutes: 1, seenSecondsAgo: 1 })
  expect(answered(await world.request('getRecommendedLiveUsers', taro, {})).users).toEqual([])
  const { sql } = liveIds({ viewer: taro, limit: 24 }).compile(world.context.db)
  expect(sql).toMatch(
    /FROM live_now l JOIN member_state s[\s\S]*s\.state = 'live' AND NOT EXISTS \(\s*SELECT FROM blocked_pair/,
  )
})

test('recommended lists those on standby, then the others, everybody once', async () => {
  for (const id of ['1', '2', '3']) await world.addBroadcaster(id)
  await world.addBroadcaster('4', { waitingMinutes: 1, seenSecondsAgo: 1 })
  await world.addReview('1001', '3', 5)
  expect(await listed('recommended')).toEqual(['4', '3', '1', '2'])
  expect(await listed('recommended', null, 2)).toEqual(['4', '3'])
  await block('1001', '4')
  expect(await listed('recommended', taro)).toEqual(['3', '1', '2'])
})

test('shows nobody twice on home: the first twelve on standby, eight newcomers, and others as recommended', async () => {
  const apart = async (list: RecommendedList, viewer: Viewer | null = null) =>
    answered(
      await world.request('getRecommendedUsers', viewer, { list, limit: 24, isApart: true }),
    ).users.map(({ id }) => id)
  // 20 on standby (the last ones latest), of whom 28 and 1 are new; ten new ones offline; three old ones offline.
  for (let n = 1; n <= 20; n++)
    await world.addBroadcaster(String(10 + n), {
      waitingMinutes: 60 - n,
      seenSecondsAgo: 1,
      approvedDaysAgo: n === 18 || n === 1 ? 3 : 100,
    })
  for (let n = 1; n <= 10; n++) await world.addBroadcaster(String(50 + n), { approvedDaysAgo: n })
  for (const id of ['71', '72', '73']) await world.addBroadcaster(id, { approvedDaysAgo: 100 })
  // Who is in a call now isn't shown among those on standby: the thirteenth is.
  const call = await world.addCall('1001', '30', {})
  await world.sql`INSERT INTO call_seat (member_id, call_id) VALUES ('30', ${call})`

  const first = (await listed('standby')).slice(0, homeStandbyShown)
  const fresh = (await apart('newcomers')).slice(0, homeNewcomersShown)
  const others = await apart('recommended')
  expect(first).toEqual(Array.from({ length: 12 }, (_, index) => String(29 - index)))
  expect(new Set(fresh)).toEqual(new Set(['51', '52', '53', '11', '54', '55', '56', '57']))
  expect(new Set([...first, ...fresh, ...others]).size).toBe(first.length + fresh.length + others.length)
  // Nobody is missing either: those on standby come first.
  expect(others.slice(0, 6)).toEqual(expect.arrayContaining(['12', '13', '14', '15', '16', '17']))
  expect(others.slice(6)).toEqual(expect.arrayContaining(['58', '59', '60', '71', '72', '73']))
  // A block moves the next one up, in all three lists.
  await block('1001', '29')
  expect(await apart('recommended', taro)).not.toContain('17')
})

describe('a member’s favourites', () => {
  const page = async (viewer: Viewer, after?: string) =>
    answered(await world.request('getBookmarks', viewer, { limit: 2, ...(after ? { after } : {}) }))

  test('come a page at a time, the latest first, also those of one instant', async () => {
    for (const id of ['1', '2', '3', '4', '5']) await world.addBroadcaster(id)
    await addFavourite('1001', '1', 100)
    await world.sql`
      INSERT INTO bookmark (member_id, partner_id, created_at)
      SELECT '1001', id, '2026-01-01T00:00:00.123456Z' FROM unnest(array['2', '3', '4']) AS id`
    await world.sql`
      INSERT INTO bookmark (member_id, partner_id, created_at) VALUES ('1001', '5', '2026-01-01T00:00:00.123457Z')`
    const first = await page(taro)
    expect(first).toMatchObject({ users: [{ id: '1', bookmark: true }, { id: '5' }], total: 5 })
    const second = await page(taro, first.next ?? '')
    expect(second).toMatchObject({ users: [{ id: '2' }, { id: '3' }], total: null })
    // A favourite that is removed meanwhile moves no other.
    await world.request('deleteBookmark', taro, { token: taro.token, partnerId: '5' })
    expect(await page(taro, second.next ?? '')).toMatchObject({ users: [{ id: '4' }], next: null })
  })

  test('contain callers only for a broadcaster, and nobody behind a block', async () => {
    const mio = await world.addBroadcaster('1')
    await world.addBroadcaster('2')
    await world.addCaller('1002')
    for (const [index, id] of ['1001', '1002', '2'].entries()) await addFavourite('1', id, 10 + index)
    for (const id of ['1002', '2']) await addFavourite('1001', id, 10)
    await block('1002', '1')
    expect((await page(mio)).users).toMatchObject([
      { id: '1001', role: 'caller' },
      { id: '2', role: 'broadcaster' },
    ])
    expect(await page(taro)).toMatchObject({ users: [{ id: '2' }], total: 1, next: null })
  })
})
