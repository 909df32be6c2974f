import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchEndpoints } from '#contract/people/search.ts'
import { createSearchWorld, type SearchWorld } from './search-world.ts'

let world: SearchWorld
beforeAll(async () => {
  world = await createSearchWorld()
})
afterAll(() => world.close())

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
    ['a price beyond the bounds', { priceTo: 10 }, 400],
    ['six tags', { tags: ['1', '2', '3', '4', '5', '6'] }, 400],
    ['a page of a million', { limit: 1_000_000 }, 400],
    ['a cursor of nothing', { after: '' }, 409],
    ['a cursor of rubbish', { after: 'あ\0%' }, 409],
    ['a cursor of another shape', { after: Buffer.from('[1,2]').toString('base64url') }, 409],
    ['a cursor too long', { after: 'a'.repeat(401) }, 400],
  ])('%s', async (_name, input, status) => {
    expect((await world.requestRaw(input)).status).toBe(status)
  })

  test('a cursor with changed numbers is refused or continues elsewhere; another search refuses it', async () => {
    for (let nth = 0; nth < 4; nth += 1) await world.add({ scores: [5] })
    const { next } = await world.page({ limit: 1 })
    const facts = JSON.parse(Buffer.from(next ?? '', 'base64url').toString()) as unknown[]
    const changed = (place: number, value: unknown) =>
      world.requestRaw({ after: Buffer.from(JSON.stringify(facts.with(place, value))).toString('base64url') })
    expect((await changed(0, 'x')).status).toBe(409)
    expect((await changed(1, 999)).status).toBe(409)
    expect((await changed(1, null)).status).toBe(409)
    expect((await changed(1, Number.MAX_SAFE_INTEGER)).status).toBe(409)
    expect((await changed(2, 2)).status).toBe(409)
    expect((await changed(3, [1])).status).toBe(409)
    expect((await changed(3, [1.5, 1])).status).toBe(409)
    expect((await changed(3, [Number.MAX_SAFE_INTEGER, -1])).status).toBe(200)
    expect((await changed(4, "1' OR true")).status).toBe(409)
    expect((await world.requestRaw({ after: next, sort: 'rating' })).status).toBe(409)
    expect((await world.requestRaw({ after: next, text: 'a' })).status).toBe(409)
    expect((await world.requestRaw({ after: next, priceTo: 200 })).status).toBe(409)
  })
})

describe('the rate limit', () => {
  const atOnce = async (address: string, cookie = '') => {
    const statuses = await Promise.all(
      Array.from({ length: 130 }, async () => {
        const headers = { cookie, 'content-type': 'application/json' }
        const init = { method: 'POST', headers, body: JSON.stringify({ limit: 1 }) }
        return (await world.request(searchEndpoints.searchUsers.path, init, address)).status
      }),
    )
    return statuses.filter((status) => status === 429).length
  }

  test('limits the visitors of a network, but neither another network nor a member', async () => {
    expect(await atOnce('198.51.100.1')).toBe(10)
    expect(await atOnce('198.51.100.2')).toBe(10)
    expect(await atOnce('198.51.100.1', (await world.caller()).cookie)).toBe(0)
  })
})
