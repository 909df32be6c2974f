import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postMessage } from '#server/chat/actions/post-message.ts'
import { applyOrderEvent } from '#server/points/orders/apply-order-event.ts'
import { requestRefund } from '#server/points/orders/refunds.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { buy, buyerIn, confirmed, reportRefund } from '../orders/orders-world.ts'

/** Two processes on one database: what one moves, the other must not show otherwise. */
let world: TestWorld
let other: TestWorld
const { connectedCall } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  other = await createTestWorld({ beside: world })
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const pointAt = async (place: TestWorld, person: Person): Promise<number> => {
  const response = await place.request('/api/get-my-point', {
    method: 'POST',
    headers: { cookie: person.cookie, 'content-type': 'application/json' },
    body: '{}',
  })
  return ((await response.json()) as { point: number }).point
}

/** The balance as the ledger has it, past every cache. */
const balanceOf = async (person: Person): Promise<number> => {
  const [row] = await world.database.sql<{ balance: number }[]>`
    select balance from account where kind = 'wallet' and owner_id = ${person.id}`
  return row?.balance ?? 0
}

const operatorId = async (): Promise<number> => {
  const [row] = await world.database.sql<{ id: number }[]>`
    insert into operator (mail, password_hash) values (${`${randomUUID()}@koyoi.example`}, '') returning id`
  return row?.id ?? 0
}

/** What moves a member's points, each as the product does it; `before` runs before the balance is cached. */
interface Movement {
  what: string
  before?(person: Person): Promise<string>
  move(person: Person, before: string): Promise<unknown>
}

const bought = async (person: Person): Promise<string> => (await buy(person, 'sandbox-approve')).orderId

const disputed = async (person: Person): Promise<string> => {
  const orderId = await bought(person)
  await applyOrderEvent(world.context, orderId, { type: 'disputed' })
  return orderId
}

const paidImage = async (person: Person): Promise<string> => {
  await bought(person)
  const [id, broadcaster] = [randomUUID(), await world.broadcaster()]
  const price = { points: 50, isOpened: false }
  await postMessage(world.context, world.context.db, {
    id,
    sides: { callerId: person.id, broadcasterId: broadcaster.id },
    sender: 'broadcaster',
    body: { kind: 'image', imageId: 'paid', width: 4, height: 3, price },
  })
  return id
}

const campaignAfterACall = async (person: Person): Promise<string> => {
  await bought(person)
  const callId = await connectedCall(person, await world.broadcaster())
  world.media.flow(callId, 60_000)
  await world.settled()
  await person.request('endCall', { callId })
  const id = `c-${randomUUID()}`
  await sql`update lot set kind = 'paid'
    where account_id = (select id from account where kind = 'wallet' and owner_id = ${person.id})
    `.execute(world.context.db)
  await sql`insert into campaign (id, name, starts_at, ends_at, claims_from, claims_until, percent, cap_points)
    values (${id}, '試験', now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 minute', now() + interval '1 hour', 10, 500)
    `.execute(world.context.db)
  await sql`alter table transfer disable trigger insert_only`.execute(world.context.db)
  await sql`update transfer set created_at = now() - interval '90 minutes' where purpose = 'call'`.execute(
    world.context.db,
  )
  await sql`alter table transfer enable trigger insert_only`.execute(world.context.db)
  return id
}

const movements: Movement[] = [
  { what: 'a purchase', move: (person) => buy(person, 'sandbox-approve') },
  {
    what: 'a quick charge',
    before: async (person) => (await buy(person, 'sandbox-approve', confirmed('c1000'), true)).orderId,
    move: (person) => person.request('quickCharge', confirmed('c3000', 0)),
  },
  {
    what: 'a chargeback',
    before: bought,
    move: (_, orderId) => applyOrderEvent(world.context, orderId, { type: 'disputed' }),
  },
  {
    what: 'a dispute that was won',
    before: disputed,
    move: (_, orderId) => applyOrderEvent(world.context, orderId, { type: 'disputeWon' }),
  },
  {
    what: 'a refund by the service',
    before: bought,
    move: (_, orderId) => reportRefund(world, orderId, 1_000),
  },
  {
    what: 'a refund by an operator',
    before: bought,
    move: async (_, orderId) => {
      const refund = { refundId: randomUUID(), orderId, operatorId: await operatorId(), reason: '試験' }
      await world.context.db.transaction().execute((tx) => requestRefund(world.context, tx, refund))
    },
  },
  {
    what: 'a paid image',
    before: paidImage,
    move: (person, messageId) => person.request('unseal', { messageId, imagePoints: 50 }),
  },
  {
    what: 'a campaign',
    before: campaignAfterACall,
    move: (person, campaignId) =>
      person.request('addPeriodPointBack', { campaignId, requestId: randomUUID() }),
  },
]

it.each(movements)('$what is seen at once where it happened, and soon elsewhere', async (movement) => {
  const person = await buyerIn(world)
  const before = (await movement.before?.(person)) ?? ''
  const old = await balanceOf(person)
  // Both cache the balance that is about to change: a second look reads nothing.
  await expect.poll(() => pointAt(other, person)).toBe(old)
  expect(await pointAt(world, person)).toBe(old)

  await movement.move(person, before)
  const now = await balanceOf(person)
  expect(now).not.toBe(old)
  expect(await pointAt(world, person)).toBe(now)
  await expect.poll(() => pointAt(other, person)).toBe(now)
  // And it stays so: neither has cached the old one meanwhile.
  expect(await pointAt(world, person)).toBe(now)
  expect(await world.ledgerDefects()).toEqual([])
})
