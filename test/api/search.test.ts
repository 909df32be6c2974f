import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { searchEndpoints, searchSorts } from '../../contract/search.ts'
import { createSearchWorld, type SearchWorld } from './search-world.ts'

let world: SearchWorld
beforeEach(async () => {
  world = await createSearchWorld()
})
afterEach(() => world.close())

describe('a filter lets through', () => {
  test('who is in one of the states', async () => {
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
    await world.setWaiting(waiting, false)
    expect(await world.found({ states: ['standby'] })).toEqual([])
  })

  test('who takes a kind of call, is of an age, from a region, with all the tags, well rated, new', async () => {
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

describe('an order', () => {
  test('is the one asked for; equals stand by rating, reviews and id', async () => {
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

  test.each(searchSorts)('%s: pages hold everybody once while people come and go', async (sort) => {
    const ids: string[] = []
    for (let nth = 0; nth < 9; nth += 1)
      ids.push(await world.add({ isWaiting: nth % 2 === 0, scores: nth % 3 === 0 ? [] : [1 + (nth % 5)] }))
    let turn = 0
    const shown = await world.allPages({ sort }, async () => {
      turn += 1
      // Whoever waited goes, whoever was away comes.
      for (const [nth, id] of ids.entries()) await world.setWaiting(id, (nth + turn) % 2 === 0)
    })
    expect(shown.toSorted()).toEqual(ids.toSorted())
  })

  test('goes on from a kept list of who waited, and ends when it is gone', async () => {
    for (let nth = 0; nth < 4; nth += 1) await world.add({ isWaiting: nth < 2 })
    const { next } = await world.page({ limit: 2 })
    expect(await world.page({ limit: 2, after: next ?? '' })).toMatchObject({ total: null, next: null })
    await world.sql`UPDATE standby_list SET taken_at = now() - interval '31 minutes'`
    expect(await world.askRaw({ limit: 2, after: next })).toMatchObject({
      status: 409,
      body: { code: 'searchPageGone' },
    })
    // A search that begins anew clears it away.
    expect((await world.page({ limit: 2 })).next).not.toBeNull()
  })
})

test('the walk through an index finds what gathering finds', async () => {
  await world.sql`
    WITH people AS (
      INSERT INTO member (id, role, name, age, region)
      SELECT (70000000 + n)::text, 'broadcaster', '大勢', 20 + n % 30, CASE WHEN n % 2 = 0 THEN '東京' ELSE '大阪' END
      FROM generate_series(1, 3200) n RETURNING id
    )
    SELECT count(*) FROM people`
  await world.sql`
    INSERT INTO broadcaster (member_id, rate_video, rate_voice, tags, review_count, review_score_sum, approved_at, standby_since)
    SELECT id, 100 + 10 * (id::int % 50), 100 + 10 * (id::int % 7), ${['大勢']}, id::int % 9, (id::int % 9) * (1 + id::int % 5),
      now() - make_interval(mins => id::int % 50000), CASE WHEN id::int % 100 = 0 THEN now() END
    FROM member WHERE name = '大勢'`
  await world.sql`
    INSERT INTO presence (member_id, node_id, here_until, is_open)
    SELECT member_id, gen_random_uuid(), now() + interval '1 minute', true FROM broadcaster WHERE standby_since IS NOT NULL`
  for (const sort of searchSorts) {
    for (const filters of [{}, { text: '大勢' }, { kind: 'voice' as const }]) {
      const walked: string[] = []
      let after: string | undefined
      for (let nth = 0; nth < 5; nth += 1) {
        const page = await world.page({ ...filters, sort, limit: 60, ...(after ? { after } : {}) })
        if (nth === 0) expect(page.total).toBe(1000)
        walked.push(...page.users.map(({ id }) => id))
        after = page.next ?? undefined
      }
      const gathered = await allInOrder(sort, filters.kind)
      expect(walked, `${sort} ${JSON.stringify(filters)}`).toEqual(gathered.slice(0, 300))
    }
  }
})

/** The orders as one sort of everybody by what the cards show. */
const allInOrder = async (sort: (typeof searchSorts)[number], kind?: 'voice'): Promise<string[]> => {
  const average = 'round(b.review_score_sum::numeric / nullif(b.review_count, 0), 1) DESC NULLS LAST'
  const price = kind ? 'b.rate_voice' : 'least(b.rate_video, b.rate_voice)'
  const order = {
    recommended: `s.state = 'standby' DESC, ${average}, b.review_count DESC`,
    rating: `${average}, b.review_count DESC`,
    newest: 'b.approved_at DESC',
    priceLow: `${price}, ${average}, b.review_count DESC`,
    reviews: `b.review_count DESC, ${average}`,
  }[sort]
  const rows = await world.sql.unsafe<{ member_id: string }[]>(
    `SELECT b.member_id FROM broadcaster b JOIN member_state s USING (member_id) ORDER BY ${order}, b.member_id`,
  )
  return rows.map(({ member_id }) => member_id)
}

test('the total is of the first page alone', async () => {
  for (let nth = 0; nth < 3; nth += 1) await world.add()
  const first = await world.page({ limit: 2 })
  expect(first).toMatchObject({ total: 3 })
  expect(await world.page({ limit: 2, after: first.next ?? '' })).toMatchObject({ total: null, next: null })
  expect(await world.page({ text: 'いない' })).toEqual({ type: 'success', users: [], total: 0, next: null })
})

describe('nobody finds', () => {
  test('callers, operators, minors, and whom a block hides, in any order or state', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const minor = await world.add({
      bornOn: new Date(Date.now() - 17 * 365 * 86_400_000).toISOString().slice(0, 10),
    })
    const adult = await world.add({ bornOn: '1990-01-01' })
    const all = (viewer?: typeof him) => world.found({}, viewer)
    expect((await all()).toSorted()).toEqual([her.id, adult].toSorted())
    expect(await all()).not.toContain(minor)
    expect(await all(her)).toContain(her.id)
    await him.ask('addBlock', { partnerId: her.id })
    for (const sort of searchSorts) expect(await world.found({ sort }, him)).toEqual([adult])
    expect(await world.found({ states: ['standby'] }, him)).toEqual([])
    expect(await world.found({ states: ['standby'] })).toEqual([her.id])
    await world.sql`UPDATE member SET role = 'caller' WHERE id = ${adult}`
    expect(await all()).toEqual([her.id])
    await world.sql`UPDATE member SET role = 'broadcaster' WHERE id = ${adult}`
    expect(await all()).toContain(adult)
    await world.sql`DELETE FROM member WHERE id = ${adult}`
    expect(await all()).toEqual([her.id])
  })
})

test('a card shows the viewer’s favourite and her state of now', async () => {
  const him = await world.caller()
  const her = await world.add({ isWaiting: true })
  await him.ask('addBookmark', { token: him.viewer.token, partnerId: her })
  expect((await world.page({}, him)).users).toMatchObject([{ id: her, bookmark: true, state: 'standby' }])
  await world.setWaiting(her, false)
  expect((await world.page({})).users).toMatchObject([{ id: her, bookmark: false, state: 'offline' }])
})

test('tags are told by how many carry them', async () => {
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

describe('hostile input', () => {
  test.each([
    ['NUL in the text', { text: 'a\0' }, 400],
    ['NUL in a tag', { tags: ['\0'] }, 400],
    ['NUL in a region', { regions: ['\0'] }, 400],
    ['a text beyond its length', { text: 'あ'.repeat(241) }, 400],
    ['ten thousand words', { text: 'a b '.repeat(10_000) }, 400],
    [
      'as many words as fit',
      { text: Array.from({ length: 120 }, (_, n) => String.fromCharCode(0x3041 + n)).join(' ') },
      200,
    ],
    ['signs of patterns', { text: `%_\\'"();--` }, 200],
    ['half a character', { text: '\ud83c', tags: ['\udfee'] }, 200],
    ['a sort nobody knows', { sort: 'id; DROP TABLE member' }, 400],
    ['an age beyond the bounds', { ageFrom: 17 }, 400],
    ['six tags', { tags: ['1', '2', '3', '4', '5', '6'] }, 400],
    ['a page of a million', { limit: 1_000_000 }, 400],
    ['a cursor of nothing', { after: '' }, 409],
    ['a cursor of rubbish', { after: 'あ\0%' }, 409],
    ['a cursor of another shape', { after: Buffer.from('[1,2]').toString('base64url') }, 409],
    ['a cursor too long', { after: 'a'.repeat(401) }, 400],
  ])('%s', async (_name, input, status) => {
    expect((await world.askRaw(input)).status).toBe(status)
  })

  test('a cursor whose numbers were changed is refused or goes on elsewhere; another search refuses it', async () => {
    for (let nth = 0; nth < 4; nth += 1) await world.add({ scores: [5] })
    const { next } = await world.page({ limit: 1 })
    const facts = JSON.parse(Buffer.from(next ?? '', 'base64url').toString()) as unknown[]
    const changed = (place: number, value: unknown) =>
      world.askRaw({ after: Buffer.from(JSON.stringify(facts.with(place, value))).toString('base64url') })
    expect((await changed(0, 'x')).status).toBe(409)
    expect((await changed(1, 999)).status).toBe(409)
    expect((await changed(1, null)).status).toBe(409)
    expect((await changed(1, Number.MAX_SAFE_INTEGER)).status).toBe(409)
    expect((await changed(2, 2)).status).toBe(409)
    expect((await changed(3, [1])).status).toBe(409)
    expect((await changed(3, [1.5, 1])).status).toBe(409)
    expect((await changed(3, [Number.MAX_SAFE_INTEGER, -1])).status).toBe(200)
    expect((await changed(4, "1' OR true")).status).toBe(409)
    expect((await world.askRaw({ after: next, sort: 'rating' })).status).toBe(409)
    expect((await world.askRaw({ after: next, text: 'a' })).status).toBe(409)
  })
})
