import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { requestRefund } from '#server/points/orders/refunds.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { buy, buyerIn, confirmed } from './orders-world.ts'

/** What each change does to sound orders, and the defect that the check must find. */
const damages: [problem: string, change: string][] = [
  [
    'paid points issued are not the yen captured',
    `update purchase_order set captured_yen = 4999 where id = ':order'`,
  ],
  [
    'paid points issued are not the yen captured',
    `update purchase_order set state = 'declined' where id = ':order'`,
  ],
  [
    'paid points issued are not the yen captured',
    `update purchase_order set state = 'granted', captured_yen = 1000, captured_at = now() where id = ':open'`,
  ],
  [
    "an order's free points are not those promised",
    `update purchase_order set free_points = 401 where id = ':order'`,
  ],
  [
    'points of no order',
    `with voids as (delete from order_refund_void), refunds as (delete from order_refund)
      delete from purchase_order where id = ':order'`,
  ],
  ['an open order nobody follows up', `update purchase_order set next_check_at = null where id = ':open'`],
  [
    'an open order nobody follows up',
    `update purchase_order set next_check_at = now() - interval '2 hours' where id = ':open'`,
  ],
  ['what left a wallet did not leave its lots', 'delete from lot_use'],
  ['the yen of a refund are not the paid points it took', 'update order_refund set amount_yen = 4999'],
  ['the yen of a refund are not the paid points it took', 'delete from order_refund_void'],
  [
    'points outstanding are not those the money stands for',
    `update purchase_order set state = 'chargedBack' where id = ':paid'`,
  ],
  [
    'points outstanding are not those the money stands for',
    `update purchase_order set refunded_yen = 100, refunded_outside_yen = 100 where id = ':paid'`,
  ],
  [
    'the service has paid back more than was counted',
    `insert into payment_event (gateway, event_id, kind, payment_id, amount_yen, applied_at)
      select gateway, 'y', 'refunded', payment_id, 100, now() from purchase_order where id = ':paid'`,
  ],
  [
    "refunded yen are not the service's refunds and ours",
    `update purchase_order set refunded_yen = 1 where id = ':paid'`,
  ],
  ["refunded yen are not the service's refunds and ours", `update order_refund set state = 'done'`],
  [
    'payment event that nobody follows up',
    `insert into payment_event (gateway, event_id, kind, payment_id, amount_yen, received_at)
      values ('sandbox', 'x', 'disputed', 'unknown', 1, now() - interval '2 hours')`,
  ],
  [
    'payment event that nobody follows up',
    `insert into payment_event (gateway, event_id, kind, payment_id, amount_yen, next_try_at)
      values ('sandbox', 'x', 'disputed', 'unknown', 1, now() - interval '2 hours')`,
  ],
]

let world: TestWorld
let ids: Record<string, string>

beforeAll(async () => {
  world = await createTestWorld()
  const caller = await buyerIn(world)
  const order = await buy(caller, 'sandbox-approve', confirmed('c5000'))
  const open = await buy(caller, 'sandbox-challenge', confirmed('c1000', 0))
  const paid = await buy(caller, 'sandbox-approve', confirmed('c1000', 0))
  const refund = { refundId: 'refund', orderId: order.orderId, operatorId: 1, reason: '試験' }
  await world.database.db.transaction().execute((tx) => requestRefund(world.context, tx, refund))
  ids = { order: order.orderId, open: open.orderId, paid: paid.orderId }
})
afterAll(() => world.close())

test('sound orders have no defect', async () => {
  expect(await checkLedger(world.database.db)).toEqual([])
})

test.each(damages)('%s: %s', async (problem, change) => {
  const transaction = await world.database.db.startTransaction().execute()
  try {
    await sql.raw(change.replace(/:(\w+)'/g, (_, name) => `${ids[name]}'`)).execute(transaction)
    expect((await checkLedger(transaction)).map((defect) => defect.problem)).toContain(problem)
  } finally {
    await transaction.rollback().execute()
  }
})

test('every check is seen to find something', async () => {
  const { rows } = await sql<{ text: string }>`
    select string_agg(pg_get_viewdef(v::regclass), E'\n') as text
    from unnest(array['ledger_order_check', 'ledger_refund_check', 'ledger_outstanding_check']) v`.execute(
    world.database.db,
  )
  const named = rows[0]?.text.matchAll(/^ *SELECT '((?:[^']|'')+)'::text AS problem/gm) ?? []
  const problems = [...named].map((match) => match[1]?.replaceAll("''", "'"))
  expect([...new Set(damages.map(([problem]) => problem))].sort()).toEqual(problems.sort())
})
