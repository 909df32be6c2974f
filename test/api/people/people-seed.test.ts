import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutPointsMin } from '#domain/points/payout.ts'
import { seedBookings } from '#seed/bookings.ts'
import { broadcasters, callers, demoPassword } from '#seed/people.ts'
import { passwordFits } from '#server/credentials/passwords.ts'
import { seedDemoBookings } from '#server/demo/seed/seed-bookings.ts'
import { seedDemo } from '#server/demo/seed/seed-demo.ts'
import { payoutsOf } from '#server/points/earnings/payouts.ts'
import { earningMonths, earningSummary } from '#server/points/earnings/queries.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { createPeopleWorld, type PeopleWorld } from './people-world.ts'

let world: PeopleWorld
beforeAll(async () => {
  world = await createPeopleWorld()
  await seedDemo(world.context)
})
afterAll(() => world.close())

const list = async (name: 'standby' | 'recommended' | 'newcomers') => {
  const answer = await world.request('getRecommendedUsers', null, { list: name, limit: 60 })
  if (typeof answer === 'string') throw new Error(answer)
  return answer.users
}

test('the home screen is full: everybody has a portrait, a price and a true state', async () => {
  const everyone = await list('recommended')
  expect(everyone).toHaveLength(broadcasters.length)
  const answering = broadcasters.filter((person) => person.demoAnswers).map(({ id }) => id)
  expect((await list('standby')).map(({ id }) => id)).toEqual(answering)
  for (const person of everyone) {
    expect(person.avatarId, person.name).not.toBeNull()
    expect(person.rates.video ?? person.rates.voice, person.name).toBeGreaterThanOrEqual(50)
    expect(person.state).toBe(answering.includes(person.id) ? 'standby' : 'offline')
  }
  const originals = await readdir(path.join(world.context.config.dataDir, 'images'))
  expect(originals).toEqual(expect.arrayContaining(everyone.map(({ avatarId }) => `${avatarId}.svg`)))
})

test('demo logins open with the documented password; each caller has paid and free points', async () => {
  const [row] = await world.sql<{ hash: string }[]>`
    SELECT password_hash AS hash FROM member WHERE lower(email) = ${broadcasters[0]?.mail ?? ''}`
  expect(await passwordFits(row?.hash ?? null, demoPassword)).toBe(true)
  for (const caller of callers) {
    expect(
      await world.sql`
        SELECT l.kind::text, l.remaining FROM lot l JOIN account a ON a.id = l.account_id
        WHERE a.owner_id = ${caller.id} AND l.remaining > 0 ORDER BY l.kind`,
    ).toEqual(
      expect.arrayContaining([
        { kind: 'free', remaining: 300 },
        { kind: 'paid', remaining: caller.points },
      ]),
    )
  }
})

test('a second start changes nothing, and adds only missing people', async () => {
  const counts = () => world.sql`
    SELECT (SELECT count(*) FROM member) AS members, (SELECT count(*) FROM review) AS reviews,
      (SELECT count(*) FROM review_answer) AS answers,
      (SELECT count(*) FROM bookmark) AS bookmarks, (SELECT count(*) FROM image) AS images,
      (SELECT sum(review_count) FROM broadcaster) AS counted, (SELECT sum(balance) FROM account) AS points`
  const before = await counts()
  // The last one: a broadcaster with earnings can't be deleted, because of the ledger.
  const last = broadcasters.at(-1)?.id ?? ''
  await world.sql`UPDATE broadcaster SET standby_since = NULL WHERE member_id = ${last}`
  expect(await seedDemo(world.context)).toEqual({ addedMembers: 0 })
  expect(await counts()).toEqual(before)
  expect(await world.sql`SELECT standby_since FROM broadcaster WHERE member_id = ${last}`).toEqual([
    { standby_since: null },
  ])
  await world.sql`DELETE FROM call_pair WHERE broadcaster_id = ${last}`
  await world.sql`DELETE FROM call_tally WHERE broadcaster_id = ${last}`
  await world.sql`DELETE FROM member WHERE id = ${last}`
  expect(await seedDemo(world.context)).toEqual({ addedMembers: 1 })
  expect(await counts()).toEqual(before)
})

test('bookings that have passed come again at a later start, one of each pair', async () => {
  const open = () => world.sql`
    select caller_id, broadcaster_id from booking where phase in ('proposed', 'accepted') order by 1, 2`
  const seeded = await open()
  expect(seeded).toHaveLength(seedBookings.length)
  const later = { ...world.context, now: () => world.context.now() + 7 * 86_400_000 }
  await seedDemoBookings(later)
  expect(await open()).toEqual(seeded)
  await world.sql`update booking set phase = 'expired', due_at = null`
  await seedDemoBookings(later)
  expect(await open()).toEqual(seeded)
})

test('broadcasters have earned for months; one has requested a payout', async () => {
  const months = await earningMonths(world.context.db, broadcasters[0]?.id ?? '')
  expect(months.length).toBeGreaterThanOrEqual(3)
  const summary = await earningSummary(world.context.db, broadcasters[0]?.id ?? '')
  expect(summary.payable).toBeGreaterThan(payoutPointsMin)
  expect(summary.pending).toBeGreaterThan(0)
  expect(await payoutsOf(world.context.db, broadcasters[1]?.id ?? '')).toMatchObject([{ state: 'requested' }])
  expect(await checkLedger(world.context.db)).toEqual([])
  const before = await world.sql`select count(*) from transfer`
  await seedDemo(world.context)
  expect(await world.sql`select count(*) from transfer`).toEqual(before)
})

test('two applications are open, with drawn and encrypted documents; operators are notified of neither', async () => {
  const applications = () => world.sql`
    SELECT m.name, a.state, count(*)::int AS documents
    FROM broadcaster_application a JOIN identity_document d ON d.application_id = a.id JOIN member m ON m.id = a.member_id
    GROUP BY a.id, m.name ORDER BY a.submitted_at`
  const waiting = [
    { name: 'なつき', state: 'submitted', documents: 3 },
    { name: 'はるひ', state: 'submitted', documents: 2 },
  ]
  expect(await applications()).toEqual(waiting)
  await seedDemo(world.context)
  expect(await applications()).toEqual(waiting)
  expect(await world.sql`SELECT FROM operator_notice WHERE kind = 'applicationWaiting'`).toHaveLength(0)
})
