import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { choosersMax } from '#domain/calls/random/random.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { randomSteps } from './random-steps.ts'

let world: TestWorld
const { request, waitingFor } = randomSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
beforeEach(async () => {
  await world.database.sql`update broadcaster set standby_since = null`
  await world.database.sql`delete from random_place`
})
afterAll(async () => {
  expect(await world.ledgerDefects()).toEqual([])
  await world.close()
})

describe('many at once, at two nodes', () => {
  it('20 callers and 5 broadcasters: each is rung once, by those who came first, and nobody gets two', async () => {
    const beside = await createTestWorld({ beside: world })
    const callers = await Promise.all(Array.from({ length: 20 }, () => world.caller()))
    const ids = new Map<Person, string>()
    for (const person of callers) ids.set(person, (await request(person)).callId)
    const women: Person[] = []
    for (let seconds = 50; seconds > 0; seconds -= 10) women.push(await waitingFor(seconds))
    const asking = callers.map((person, index) => {
      const callId = ids.get(person) ?? ''
      if (index % 2 === 0) return request(person, callId)
      return beside.request('/api/request-random-call', {
        method: 'POST',
        headers: { cookie: person.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ callId }),
      })
    })
    await Promise.all(asking.toReversed())
    for (const person of callers) await request(person, ids.get(person))
    const calls = await world.database
      .sql`select caller_id, broadcaster_id from call where phase = 'ringing' and origin = 'random'`
    expect(calls.map(({ broadcaster_id }) => broadcaster_id).sort()).toEqual(women.map(({ id }) => id).sort())
    expect(calls.map(({ caller_id }) => caller_id).sort()).toEqual(
      callers
        .slice(0, 5)
        .map(({ id }) => id)
        .sort(),
    )
    const rungFor = new Map(calls.map(({ caller_id, broadcaster_id }) => [caller_id, broadcaster_id]))
    expect(callers.slice(0, 5).map(({ id }) => rungFor.get(id))).toEqual(women.map(({ id }) => id))
    await beside.close()
  })

  it('one caller asking ten times at once, with one id or with many, gets one partner', async () => {
    for (let index = 0; index < 5; index += 1) await waitingFor(10 + index)
    const [steady, hasty] = [await world.caller(), await world.caller()]
    const callId = newCallId()
    const same = await Promise.all(Array.from({ length: 10 }, () => request(steady, callId)))
    expect(new Set(same.map(({ partnerId }) => partnerId)).size).toBe(1)
    await Promise.all(Array.from({ length: 10 }, () => request(hasty)))
    const calls = await world.database
      .sql`select caller_id from call where phase <> 'ended' and caller_id in ${world.database.sql([steady.id, hasty.id])}`
    expect(calls.map(({ caller_id }) => caller_id).sort()).toEqual([steady.id, hasty.id].sort())
  })
})

it('a request that its own cancel overtook rings nobody; a new search does, from the end', async () => {
  const [caller, other] = [await world.caller(), await world.caller()]
  const overtaken = newCallId()
  await caller.request('cancelRandomCall', { callId: overtaken })
  const { callId } = await request(caller)
  await caller.request('cancelRandomCall', { callId: overtaken })
  expect((await request(caller, callId)).waiting).toMatchObject({ ahead: 0 })
  await caller.request('cancelRandomCall', { callId })
  const broadcaster = await waitingFor(20)
  for (let time = 0; time < 2; time += 1)
    expect(await request(caller, callId)).toMatchObject({ code: 'callGone' })
  expect(await world.database.sql`select from call where broadcaster_id = ${broadcaster.id}`).toEqual([])
  expect((await request(other)).partnerId).toBe(broadcaster.id)
  const next = await waitingFor(10)
  expect((await request(caller)).partnerId).toBe(next.id)
})

describe('behind a hundred callers', () => {
  const hundredWaiting = async (withoutPartner: boolean) => {
    const { sql } = world.database
    const ids = Array.from({ length: choosersMax }, () => String(randomInt(10_000_000, 99_999_999)))
    await sql`insert into member (id, name) select id, 'waits' from unnest(${ids}::text[]) as id`
    await sql`
      insert into random_place (caller_id, call_id, since, no_partner_at)
      select id, gen_random_uuid(), now() - interval '1 minute', case when ${withoutPartner} then now() end
      from unnest(${ids}::text[]) as id`
  }

  it('who choose, a caller waits for a turn', async () => {
    await waitingFor(10)
    await hundredWaiting(false)
    expect((await request(await world.caller())).waiting).toMatchObject({ ahead: choosersMax })
  })

  it('without a possible partner, a caller gets a partner', async () => {
    const broadcaster = await waitingFor(10)
    await hundredWaiting(true)
    expect((await request(await world.caller())).partnerId).toBe(broadcaster.id)
  })

  it('a caller counts among these while nobody on standby is possible', async () => {
    const [caller, blocked] = [await world.caller(), await waitingFor(10)]
    await caller.request('addBlock', { partnerId: blocked.id })
    const isWithoutPartner = async () => {
      const [place] = await world.database
        .sql`select no_partner_at from random_place where caller_id = ${caller.id}`
      return place?.no_partner_at !== null
    }
    const { callId } = await request(caller)
    expect(await isWithoutPartner()).toBe(true)
    // A broadcaster whom another caller ahead would take counts as possible.
    const other = await world.caller()
    await world.database.sql`
      insert into random_place (caller_id, call_id, since)
      values (${other.id}, gen_random_uuid(), now() - interval '1 minute')`
    await other.request('addBlock', { partnerId: blocked.id })
    await waitingFor(5)
    expect((await request(caller, callId)).waiting).toMatchObject({ ahead: 1 })
    expect(await isWithoutPartner()).toBe(false)
  })
})
