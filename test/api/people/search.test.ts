import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type SearchFilters,
  type SearchSort,
  searchEndpoints,
  searchFilters,
  searchSorts,
} from '#contract/people/search.ts'
import type { SearchPosition } from '#server/people/search/search-cursor.ts'
import { findPeople, type PeopleSearch } from '#server/people/search/search-people.ts'
import { createSearchWorld, type SearchWorld } from './search-world.ts'

let world: SearchWorld
beforeEach(async () => {
  world = await createSearchWorld()
})
afterEach(() => world.close())

describe('a filter selects', () => {
  test('people in one of the states', async () => {
    const waiting = await world.add({ isWaiting: true })
    const seated = await world.add({ isWaiting: true })
    await world.add()
    const caller = await world.caller()
    const callId = crypto.randomUUID()
    await world.sql`
      INSERT INTO call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase)
      VALUES (${callId}, 'voice', ${caller.id}, ${seated}, ${caller.id}, 140, 'ringing')`
    await world.sql`INSERT INTO call_seat (member_id, call_id) VALUES (${seated}, ${callId}), (${caller.id}, ${callId})`
    expect(await world.found({ states: ['standby'] })).toEqual([waiting])
    expect(await world.found({ states: ['inCall'] })).toEqual([seated])
    expect(new Set(await world.found({ states: ['standby', 'inCall'] }))).toEqual(new Set([waiting, seated]))
    expect(await world.found({ states: ['live'] })).toEqual([])
    const onAir = await world.add()
    const roomId = crypto.randomUUID()
    await world.sql`
      INSERT INTO live_room (id, broadcaster_id, title, source, watch_points_per_min, began_at)
      VALUES (${roomId}, ${onAir}, '配信', 'browser', 200, now())`
    await world.sql`INSERT INTO call_seat (member_id, live_room_id) VALUES (${onAir}, ${roomId})`
    expect(await world.found({ states: ['live'] })).toEqual([onAir])
    expect(await world.found({ states: ['inCall'] })).toEqual([seated])
    await world.setWaiting(waiting, false)
    expect(await world.found({ states: ['standby'] })).toEqual([])
  })

  test('by kind of call, age, region, all the tags, rating and novelty', async () => {
    const one = await world.add({ video: null, age: 20, region: '沖縄', tags: ['猫', '海'], scores: [5, 4] })
    const two = await world.add({ voice: null, age: 30, region: '大阪', tags: ['猫'], approvedDaysAgo: 3 })
    const three = await world.add({ age: 40, region: '東京', scores: [3] })
    const expectFound = async (filters: Parameters<typeof world.found>[0], ids: string[]) =>
      expect(new Set(await world.found(filters)), JSON.stringify(filters)).toEqual(new Set(ids))
    await expectFound({}, [one, two, three])
    await expectFound({ kind: 'video' }, [two, three])
    await expectFound({ kind: 'voice' }, [one, three])
    await expectFound({ ageFrom: 30 }, [two, three])
    await expectFound({ ageTo: 30 }, [one, two])
    await expectFound({ ageFrom: 21, ageTo: 39 }, [two])
    await expectFound({ ageFrom: 40, ageTo: 20 }, [])
    await expectFound({ regions: ['沖縄', '大阪'] }, [one, two])
    await expectFound({ tags: ['猫'] }, [one, two])
    await expectFound({ tags: ['海', '猫'] }, [one])
    await expectFound({ ratingFrom: 4 }, [one])
    await expectFound({ ratingFrom: 3 }, [one, three])
    await expectFound({ isNew: true }, [two])
    await expectFound({ isNew: true, kind: 'video', regions: ['大阪'], tags: ['猫'], text: '猫' }, [two])
  })
})

test('a price is that of the filtered kind, or of the cheaper one', async () => {
  const cheapVoice = await world.add({ video: 300, voice: 100 })
  const cheapVideo = await world.add({ video: 120, voice: null })
  const dear = await world.add({ video: 400, voice: 350 })
  await world.add({ video: null, voice: null })
  const found = async (filters: Parameters<typeof world.found>[0]) => new Set(await world.found(filters))
  expect(await found({ priceTo: 120 })).toEqual(new Set([cheapVoice, cheapVideo]))
  expect(await found({ priceTo: 110 })).toEqual(new Set([cheapVoice]))
  expect(await found({ kind: 'video', priceTo: 300 })).toEqual(new Set([cheapVoice, cheapVideo]))
  expect(await found({ kind: 'video', priceTo: 290 })).toEqual(new Set([cheapVideo]))
  expect(await found({ kind: 'voice', priceTo: 350 })).toEqual(new Set([cheapVoice, dear]))
  expect(await found({ priceTo: 1_000, sort: 'priceLow' })).toEqual(new Set([cheapVoice, cheapVideo, dear]))
})

describe('an order', () => {
  test('is the requested one; equals are ordered by rating, reviews and id', async () => {
    const a = await world.add({ video: 300, voice: 100, scores: [5, 5], approvedDaysAgo: 30 })
    const b = await world.add({ video: 100, voice: null, scores: [4, 4, 4], approvedDaysAgo: 10 })
    const c = await world.add({ video: null, voice: 90, approvedDaysAgo: 20 })
    const d = await world.add({ video: 200, voice: 200, scores: [5], isWaiting: true, approvedDaysAgo: 40 })
    const none = await world.add({ video: null, voice: null, approvedDaysAgo: 50 })
    const [first, second] = [c, none].toSorted()
    expect(await world.found({ sort: 'recommended' })).toEqual([d, a, b, first, second])
    expect(await world.found({ sort: 'rating' })).toEqual([a, d, b, first, second])
    expect(await world.found({ sort: 'newest' })).toEqual([b, c, a, d, none])
    expect(await world.found({ sort: 'priceLow' })).toEqual([c, a, b, d, none])
    expect(await world.found({ sort: 'priceLow', kind: 'video' })).toEqual([b, d, a])
    expect(await world.found({ sort: 'priceLow', kind: 'voice' })).toEqual([c, a, d])
    expect(await world.found({ sort: 'reviews' })).toEqual([b, a, d, first, second])
  })

  test.each(searchSorts)('%s: pages contain everybody once while states change', async (sort) => {
    const ids: string[] = []
    for (let nth = 0; nth < 9; nth += 1)
      ids.push(await world.add({ isWaiting: nth % 2 === 0, scores: nth % 3 === 0 ? [] : [1 + (nth % 5)] }))
    let turn = 0
    const shown = await world.allPages({ sort }, async () => {
      turn += 1
      // Those on standby leave, and those who were away arrive.
      for (const [nth, id] of ids.entries()) await world.setWaiting(id, (nth + turn) % 2 === 0)
    })
    expect(shown.toSorted()).toEqual(ids.toSorted())
  })

  test('continues from a stored standby list, and ends when the list is deleted', async () => {
    for (let nth = 0; nth < 4; nth += 1) await world.add({ isWaiting: nth < 2 })
    const { next } = await world.page({ limit: 2 })
    expect(await world.page({ limit: 2, after: next ?? '' })).toMatchObject({ total: null, next: null })
    await world.sql`UPDATE standby_list SET taken_at = now() - interval '31 minutes'`
    expect(await world.requestRaw({ limit: 2, after: next })).toMatchObject({
      status: 409,
      body: { code: 'searchPageGone' },
    })
    // A new search deletes it.
    expect((await world.page({ limit: 2 })).next).not.toBeNull()
  })
})

describe('every plan of the search', () => {
  const few = { counted: 5, sorted: 10, probed: 8, common: 10 }
  const joined = { ...few, common: 1_000 }
  const many = { counted: 1_000, sorted: 1_000, probed: 1_000, common: 1_000 }

  const positions = async (
    limits: typeof few,
    filters: Partial<SearchFilters>,
    standbyIds: string[],
  ): Promise<string[]> => {
    const input = searchFilters.parse(filters)
    const ids: string[] = []
    let after: SearchPosition | null = null
    for (;;) {
      const search: PeopleSearch = {
        filters: input,
        viewerId: null,
        standbyIds,
        waitingIds: standbyIds,
        after,
        limit: 7,
        limits,
      }
      const found = await findPeople(world.context.db, search)
      ids.push(...found.positions.map(({ memberId }) => memberId))
      after = found.positions.at(-1) ?? null
      if (!after) return ids
    }
  }

  test('returns the same people in the same order', async () => {
    const standbyIds: string[] = []
    for (let nth = 0; nth < 60; nth += 1) {
      const id = await world.add({
        name: nth % 4 === 0 ? 'みお' : 'さくら',
        video: nth % 5 === 0 ? null : 100 + 10 * (nth % 7),
        voice: nth % 6 === 0 ? null : 80 + 10 * (nth % 5),
        scores: Array.from({ length: nth % 4 }, (_, score) => 1 + ((nth + score) % 5)),
        approvedDaysAgo: nth,
        isWaiting: nth % 8 === 0,
        tags: nth % 3 === 0 ? ['猫'] : [],
      })
      if (nth % 8 === 0) standbyIds.push(id)
    }
    const filters = [
      {},
      { text: 'みお' },
      { text: 'く' },
      { text: 'さくら', kind: 'voice' },
      { tags: ['猫'] },
    ] as const
    for (const sort of searchSorts) {
      for (const filter of filters) {
        const input = { ...filter, tags: [...('tags' in filter ? filter.tags : [])], sort }
        const sorted = await positions(many, input, standbyIds)
        expect(sorted.length).toBeGreaterThan(10)
        for (const limits of 'text' in filter ? [few, joined] : [few])
          expect(await positions(limits, input, standbyIds), `${sort} ${JSON.stringify(filter)}`).toEqual(
            sorted,
          )
      }
      expect(await positions(few, { sort }, standbyIds)).toEqual(await allInOrder(sort))
    }
  })

  test('counts the total up to its limit', async () => {
    for (let nth = 0; nth < 7; nth += 1) await world.add()
    const search = {
      filters: searchFilters.parse({ sort: 'rating' }),
      viewerId: null,
      standbyIds: [],
      waitingIds: [],
      after: null,
      limit: 2,
    }
    expect(await findPeople(world.context.db, { ...search, limits: few })).toMatchObject({ left: 5 })
    expect(await findPeople(world.context.db, search)).toMatchObject({ left: 7 })
  })
})

/** The orders as one sort of everybody by what the cards show. */
const allInOrder = async (sort: SearchSort): Promise<string[]> => {
  const average = 'round(b.review_score_sum::numeric / nullif(b.review_count, 0), 1) DESC NULLS LAST'
  const order = {
    recommended: `s.state = 'standby' DESC, ${average}, b.review_count DESC`,
    rating: `${average}, b.review_count DESC`,
    newest: 'b.approved_at DESC',
    priceLow: `least(b.rate_video, b.rate_voice), ${average}, b.review_count DESC`,
    reviews: `b.review_count DESC, ${average}`,
  }[sort]
  const rows = await world.sql.unsafe<{ member_id: string }[]>(
    `SELECT b.member_id FROM broadcaster b JOIN member_state s USING (member_id) ORDER BY ${order}, b.member_id`,
  )
  return rows.map(({ member_id }) => member_id)
}

test('returns the total on the first page alone', async () => {
  for (let nth = 0; nth < 3; nth += 1) await world.add()
  const first = await world.page({ limit: 2 })
  expect(first).toMatchObject({ total: 3 })
  expect(await world.page({ limit: 2, after: first.next ?? '' })).toMatchObject({ total: null, next: null })
  expect(await world.page({ text: 'いない' })).toEqual({ type: 'success', users: [], total: 0, next: null })
})

describe('nobody finds', () => {
  test('callers, operators, minors, and people hidden by a block, in any order or state', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const minor = await world.add({
      bornOn: new Date(Date.now() - 17 * 365 * 86_400_000).toISOString().slice(0, 10),
    })
    const adult = await world.add({ bornOn: '1990-01-01' })
    const all = (viewer?: typeof caller) => world.found({}, viewer)
    expect((await all()).toSorted()).toEqual([broadcaster.id, adult].toSorted())
    expect(await all()).not.toContain(minor)
    expect(await all(broadcaster)).toContain(broadcaster.id)
    await caller.request('addBlock', { partnerId: broadcaster.id })
    for (const sort of searchSorts) expect(await world.found({ sort }, caller)).toEqual([adult])
    expect(await world.found({ states: ['standby'] }, caller)).toEqual([])
    expect(await world.found({ states: ['standby'] })).toEqual([broadcaster.id])
    await world.sql`UPDATE member SET role = 'caller' WHERE id = ${adult}`
    expect(await all()).toEqual([broadcaster.id])
    await world.sql`UPDATE member SET role = 'broadcaster' WHERE id = ${adult}`
    expect(await all()).toContain(adult)
    await world.sql`DELETE FROM member WHERE id = ${adult}`
    expect(await all()).toEqual([broadcaster.id])
  })
})

test('a card shows the viewer’s favourite and the current state', async () => {
  const caller = await world.caller()
  const broadcaster = await world.add({ isWaiting: true })
  await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster })
  expect((await world.page({}, caller)).users).toMatchObject([
    { id: broadcaster, bookmark: true, state: 'standby' },
  ])
  await world.setWaiting(broadcaster, false)
  expect((await world.page({})).users).toMatchObject([{ id: broadcaster, bookmark: false, state: 'offline' }])
})

test('tags are listed by how many people have them', async () => {
  await world.add({ tags: ['猫', '海'] })
  await world.add({ tags: ['猫'] })
  const response = await world.request(searchEndpoints.getSearchTags.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await response.json()).toEqual({
    type: 'success',
    tags: [
      { tag: '猫', count: 2 },
      { tag: '海', count: 1 },
    ],
  })
})
