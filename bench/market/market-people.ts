import { randomUUID } from 'node:crypto'
import { numbersFrom } from '#bench/shared/numbers.ts'
import type { Context } from '#server/context.ts'
import { saveAddress } from '#server/market/addresses.ts'

export interface MarketItem {
  itemId: string
  sellerId: string
  points: number
}

const startPoints = 1_000_000
const sentAtOnce = 1_000

/** Members with points and an address. */
export const addMarketMembers = async (context: Context, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, (_, nth) => String(60_000_000 + nth))
  const { sql } = context
  await sql`insert into member (id, name, role) select id, '取引' || id, 'caller' from unnest(${ids}::text[]) id`
  await sql`
    select count(*) from unnest(${ids}::text[]) id,
      lateral grant_points('bench:' || id, id, ${startPoints}::bigint, 'paid', interval '90 days', 'demo', null)`
  const address = {
    prefecture: '東京',
    city: '渋谷区',
    street: '神宮前1-2-3',
    building: '',
    phone: '09012345678',
  }
  for (const id of ids)
    await saveAddress(context, context.db, id, { ...address, name: `${id}太郎`, postalCode: '1500001' })
  return ids
}

/** Items on sale, of random sellers among these. */
export const addMarketItems = async (
  { sql }: Context,
  sellers: readonly string[],
  count: number,
): Promise<MarketItem[]> => {
  const next = numbersFrom(count)
  const items = Array.from({ length: count }, () => ({
    itemId: randomUUID() as string,
    sellerId: sellers[Math.floor(next() * sellers.length)] ?? '',
    points: 300 + Math.floor(next() * 700),
  }))
  for (let first = 0; first < count; first += sentAtOnce)
    await sql`
      insert into market_item (id, seller_id, state, title, description, category, condition, points, postage,
        prefecture, ship_days, folded, created_at, listed_at)
      select "itemId", "sellerId", 'onSale', '品', '品物', 'kitchen', 'likeNew', points, 'seller', '東京', '1to2', '品',
        now(), now()
      from jsonb_to_recordset(${sql.json(items.slice(first, first + sentAtOnce))})
        as item ("itemId" uuid, "sellerId" text, points int)`
  return items
}
