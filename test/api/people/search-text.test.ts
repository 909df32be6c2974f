import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldSearchText, searchGrams } from '#domain/people/search-text.ts'
import { createSearchWorld, type SearchWorld } from './search-world.ts'

let world: SearchWorld
beforeAll(async () => {
  world = await createSearchWorld()
})
afterAll(() => world.close())

/** The characters of Japanese and Western names, and the signs around them: all but the rarest. */
const blocks = [
  [0x20, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x23ff],
  [0x2460, 0x27bf],
  [0x3000, 0x33ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xac7f],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
  [0x1f300, 0x1faff],
] as const

/** PostgreSQL turns it into i, JavaScript into i with a dot; no name here contains it. */
const turkishCapital = 0x130

test('the database folds every character as the browser does', async () => {
  const signs = blocks
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .filter((point) => point !== turkishCapital)
    .map((point) => String.fromCodePoint(point))
    .filter((sign) => /\p{Assigned}/u.test(sign))
  const rows = await world.sql<{ sign: string; folded: string }[]>`
    SELECT sign, search_fold(sign) AS folded FROM unnest(${signs}::text[]) AS sign`
  expect(rows.filter(({ sign, folded }) => foldSearchText(sign) !== folded)).toEqual([])
  expect(rows.length).toBeGreaterThan(25_000)
})

test('the database numbers characters and pairs as the search does', async () => {
  const [row] = await world.sql<{ grams: string[] }[]>`SELECT search_grams('みお🏮猫')::text[] AS grams`
  const grams = row?.grams.map(Number) ?? []
  for (const word of ['み', 'お', '🏮', '猫', 'みお', 'お🏮', 'みお🏮猫'])
    for (const gram of searchGrams([word])) expect(grams).toContain(gram)
  expect(grams).not.toContain(searchGrams(['み猫'])[0])
})

describe('a text is found', () => {
  let mio: string
  beforeAll(async () => {
    mio = await world.add({
      name: 'ミオ',
      job: 'カフェ店員',
      bio: '夜更かしの①人暮らし。１００％ インドア_派\\です。',
      tags: ['聞き上手', 'ＡＢＣ'],
    })
  })

  test.each([
    'ﾐｵ',
    'ミオ',
    'みお',
    'ミ',
    'abc',
    'ＡＢＣ',
    'カフェ',
    'かふぇ',
    '聞き上手',
    '聞',
    '1人暮らし',
    '100%',
    '_派',
    '派\\で',
    'みお　聞き上手',
    'カフェ みお 夜更かし',
    '  みお  ',
  ])('by %j', async (text) => {
    expect(await world.found({ text })).toEqual([mio])
  })

  test.each(['みおん', '手聞', '上手abc', '%みお', 'み_', 'みお ありません', '％', '\\\\'])(
    'and not by %j',
    async (text) => {
      expect(await world.found({ text }).then((ids) => ids.includes(mio))).toBe(text === '％')
    },
  )

  test('by a new name at once, and by the old one no longer', async () => {
    const broadcaster = await world.add({ name: 'さくら' })
    expect(await world.found({ text: 'さくら' })).toEqual([broadcaster])
    await world.sql`UPDATE member SET name = '小夜子' WHERE id = ${broadcaster}`
    expect(await world.found({ text: 'さくら' })).toEqual([])
    expect(await world.found({ text: '小夜子' })).toEqual([broadcaster])
    await world.sql`UPDATE broadcaster SET bio = '新月', tags = ${['海']}, job = '灯台守' WHERE member_id = ${broadcaster}`
    for (const text of ['新月', '海', '灯台守', '小夜子 灯台守'])
      expect(await world.found({ text })).toEqual([broadcaster])
  })

  test('by both a name and a bio that change at the same time', async () => {
    const broadcaster = await world.add({ name: '旧名' })
    const other = await world.sql.reserve()
    try {
      await other`BEGIN`
      await other`UPDATE broadcaster SET bio = '双子座' WHERE member_id = ${broadcaster}`
      const renaming = world.sql`UPDATE member SET name = '新名' WHERE id = ${broadcaster}`.execute()
      await expect
        .poll(() => world.sql`SELECT FROM pg_locks WHERE NOT granted`, { timeout: 10_000 })
        .not.toHaveLength(0)
      await other`COMMIT`
      await renaming
    } finally {
      other.release()
    }
    expect(await world.found({ text: '新名 双子座' })).toEqual([broadcaster])
  })
})

test('every row of the index equals its member’s data', async () => {
  await world.caller()
  const stale = await world.sql`
    SELECT m.id FROM broadcaster b JOIN member m ON m.id = b.member_id
    LEFT JOIN search_entry e ON e.member_id = m.id LEFT JOIN search_text t ON t.member_id = m.id
    WHERE e.age IS DISTINCT FROM m.age OR e.region IS DISTINCT FROM m.region OR e.tags IS DISTINCT FROM b.tags
      OR e.review_rank IS DISTINCT FROM -b.review_count
      OR t.folded IS DISTINCT FROM search_fold(concat_ws(e'\n', m.name, b.job, array_to_string(b.tags, e'\n'), b.bio))`
  expect(stale).toHaveLength(0)
})
