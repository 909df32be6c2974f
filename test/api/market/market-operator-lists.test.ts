import { expect, it } from 'vitest'
import { marketRowsPerPage } from '#contract/market/operator.ts'
import type { TestWorld } from '#test/helpers/test-world.ts'
import { type OperatedWorld, withOperators } from '../operators/operated-world.ts'
import { granted } from '../operators/operator-world.ts'
import { marketSteps } from './market-steps.ts'

let world: TestWorld
let at: OperatedWorld['at']
const { bought } = marketSteps(() => world)
withOperators((made) => {
  ;({ world, at } = made)
})

interface Page {
  ids: string[]
  next: string | null
}

/** The ids of all pages, and how many pages there were. */
const allPages = async (pageAfter: (cursor: { after?: string }) => Promise<Page>) => {
  const first = await pageAfter({})
  const pages = [first]
  for (let { next } = first; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await pageAfter({ after: next }))
  return { pages: pages.length, ids: pages.flatMap(({ ids }) => ids) }
}

it('operators open every page of both lists, and rows of the same instant are on one of them', async () => {
  const { sql } = world.database
  const [buyer, seller] = [await world.caller(3_000), await world.broadcaster()]
  const { itemId, transactionId } = await bought(buyer, seller)
  // Pairs of the same instant, a microsecond apart from the next pair: a page ends between two of them.
  const more = 2 * marketRowsPerPage
  const moment = sql`now() - interval '1 hour' + (n / 2) * interval '1 microsecond'`
  await sql`
    insert into market_item select (jsonb_populate_record(i, jsonb_build_object(
      'id', gen_random_uuid(), 'state', 'sold', 'listed_at', ${moment}))).*
    from market_item i, generate_series(1, ${more}) n where i.id = ${itemId}`
  await sql`
    insert into market_transaction select (jsonb_populate_record(t, jsonb_build_object(
      'id', gen_random_uuid(), 'item_id', i.id, 'phase', 'disputed', 'due_at', null, 'label_code', null,
      'created_at', ${moment}))).*
    from market_transaction t, (
      select id, row_number() over (order by id) as n from market_item where id <> ${itemId}) i
    where t.id = ${transactionId}`

  const items = await allPages(async (cursor) => {
    const page = granted(await at.request('operatorMarketItems', { state: 'sold', ...cursor }))
    return { ids: page.items.map((row) => row.itemId), next: page.next }
  })
  const soldItems = await sql`
    select id from market_item where state = 'sold' order by listed_at desc, id desc`
  expect(items).toEqual({ pages: 3, ids: soldItems.map(({ id }) => id) })

  for (const [isDisputed, pages] of [
    [false, 3],
    [true, 2],
  ] as const) {
    const listed = await allPages(async (cursor) => {
      const page = granted(await at.request('operatorMarketTransactions', { isDisputed, ...cursor }))
      return { ids: page.transactions.map((row) => row.transactionId), next: page.next }
    })
    const stored = await sql`
      select id from market_transaction where ${!isDisputed} or phase = 'disputed'
      order by created_at desc, id desc`
    expect(listed).toEqual({ pages, ids: stored.map(({ id }) => id) })
  }
})
