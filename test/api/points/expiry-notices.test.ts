import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noticeExpiringLots } from '#server/points/expiry-notices.ts'
import { grantPoints, spendPoints } from '#server/points/ledger/ledger.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { done } from '../ledger/ledger-fixture.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

let keys = 0
const give = async (person: Person, points: number, validDays?: number): Promise<void> => {
  const grant = { key: `give-${keys++}`, memberId: person.id, points, kind: 'paid', purpose: 'test' } as const
  done(await grantPoints(world.context.db, validDays ? { ...grant, validDays } : grant))
}

/** Moves a member's lots this close to their expiry, as if they had been granted that much earlier. */
const passUntil = async (person: Person, left: string): Promise<void> => {
  const { db } = world.context
  await sql`update lot set expires_at = now() + ${left}::interval
    where account_id = (select id from account where owner_id = ${person.id} and kind = 'wallet')`.execute(db)
  await sql`update account set next_expiry_at = now() + ${left}::interval where owner_id = ${person.id} and kind = 'wallet'`.execute(
    db,
  )
  await db.transaction().execute(async (tx) => {
    await sql`alter table transfer disable trigger insert_only`.execute(tx)
    await sql`update transfer set created_at = now() - interval '100 days' where id in (
      select grant_transfer_id from lot where account_id = (select id from account where owner_id = ${person.id} and kind = 'wallet'))`.execute(
      tx,
    )
    await sql`alter table transfer enable trigger insert_only`.execute(tx)
  })
}

const noticesOf = async (person: Person) => {
  const answer = await person.request('getNotifications', {})
  if (!('notifications' in answer)) throw new Error(answer.message)
  return answer.notifications
}

it('announces a lot 30, 7 and 1 days before, each once', async () => {
  const caller = await world.caller(500)
  const seen: number[] = []
  for (const left of ['31 days', '30 days', '29 days', '8 days', '7 days', '2 days', '1 day', '1 hour']) {
    await passUntil(caller, left)
    await noticeExpiringLots(world.context)
    await noticeExpiringLots(world.context)
    seen.push((await noticesOf(caller)).length)
  }
  expect(seen).toEqual([0, 1, 1, 1, 2, 2, 3, 3])
  expect((await noticesOf(caller))[0]).toMatchObject({
    isUnread: true,
    about: { kind: 'pointsExpiring', lotKind: 'paid', points: 500 },
  })
})

it('announces each lot by itself', async () => {
  const caller = await world.caller(500)
  await give(caller, 200)
  await passUntil(caller, '7 days')
  await noticeExpiringLots(world.context)
  expect((await noticesOf(caller)).map(({ about }) => 'points' in about && about.points).sort()).toEqual([
    200, 500,
  ])
})

it('announces the nearest distance alone after a downtime', async () => {
  const caller = await world.caller(500)
  await passUntil(caller, '5 hours')
  await noticeExpiringLots(world.context)
  expect(await noticesOf(caller)).toHaveLength(1)
})

it('announces nothing for points that were granted a moment ago for a short time', async () => {
  const caller = await world.caller(0)
  await give(caller, 100, 7)
  await give(caller, 100, 20)
  await noticeExpiringLots(world.context)
  expect(await noticesOf(caller)).toEqual([])
})

it('announces nothing for points that are spent or have expired', async () => {
  const [spent, expired] = [await world.caller(500), await world.caller(500)]
  const payment = { key: 'all', payerId: spent.id, payeeId: null, points: 500, purpose: 'present' }
  done(await spendPoints(world.context.db, payment))
  await passUntil(spent, '1 day')
  await passUntil(expired, '-1 minute')
  await noticeExpiringLots(world.context)
  expect(await noticesOf(spent)).toEqual([])
  expect(await noticesOf(expired)).toEqual([])
})

it('is no longer unread once the points are spent', async () => {
  const caller = await world.caller(500)
  await passUntil(caller, '7 days')
  await noticeExpiringLots(world.context)
  const payment = { key: 'most', payerId: caller.id, payeeId: null, points: 400, purpose: 'present' }
  done(await spendPoints(world.context.db, payment))
  expect(await noticesOf(caller)).toMatchObject([{ isUnread: true, about: { points: 100 } }])
  done(await spendPoints(world.context.db, { ...payment, key: 'rest', points: 100 }))
  expect(await noticesOf(caller)).toMatchObject([{ isUnread: false, about: { points: 0 } }])
})

it('makes each notice once, however many processes run at once', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => world.caller(100)))
  for (const person of people) await passUntil(person, '7 days')
  await Promise.all(Array.from({ length: 6 }, () => noticeExpiringLots(world.context)))
  for (const person of people) expect(await noticesOf(person)).toHaveLength(1)
})

it('is read up to where the member saw it, and belongs to that member', async () => {
  const [caller, other] = [await world.caller(500), await world.caller(500)]
  for (const person of [caller, other]) await passUntil(person, '7 days')
  await noticeExpiringLots(world.context)
  const [first] = await noticesOf(caller)
  await passUntil(caller, '1 day')
  await noticeExpiringLots(world.context)
  await other.request('markNotificationsRead', { upTo: Number.MAX_SAFE_INTEGER })
  await caller.request('markNotificationsRead', { upTo: first?.id ?? 0 })
  expect((await noticesOf(caller)).map(({ isUnread }) => isUnread)).toEqual([true, false])
  expect(await caller.request('getNotifications', { limit: 1 })).toMatchObject({
    next: expect.any(Number),
    notifications: [{ isUnread: true }],
  })
  expect(await caller.request('getNotifications', { before: first?.id ?? 0 })).toMatchObject({
    notifications: [],
    next: null,
  })
})
