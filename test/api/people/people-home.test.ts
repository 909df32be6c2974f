import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RecommendedList } from '#contract/people/people.ts'
import { rankingEveryMs } from '#domain/people/figures.ts'
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
  answered(await world.ask('getRecommendedUsers', viewer, { list, limit })).users.map(({ id }) => id)
const block = (memberId: string, partnerId: string) =>
  world.sql`INSERT INTO member_block (member_id, partner_id) VALUES (${memberId}, ${partnerId})`
/** A favourite that was set so long ago. */
const addFavourite = (memberId: string, partnerId: string, secondsAgo: number) => world.sql`
  INSERT INTO bookmark (member_id, partner_id, created_at)
  VALUES (${memberId}, ${partnerId}, now() - make_interval(secs => ${secondsAgo}))`

const verifyPhone = (memberId: string) => world.sql`
  INSERT INTO member_phone (member_id, number_key, number_sealed, verified_at)
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
  expect(answered(await world.ask('getRecommendedLiveUsers', taro, {})).users).toEqual([])
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

describe('a member’s favourites', () => {
  const page = async (viewer: Viewer, after?: string) =>
    answered(await world.ask('getBookmarks', viewer, { limit: 2, ...(after ? { after } : {}) }))

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
    await world.ask('deleteBookmark', taro, { token: taro.token, partnerId: '5' })
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
