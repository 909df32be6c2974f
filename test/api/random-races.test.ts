import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld, newCallId, type Person, type TestWorld } from '../helpers/test-world.ts'
import { randomSteps } from './random-steps.ts'

let world: TestWorld
const { ask, waitingFor } = randomSteps(() => world)
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
  it('20 callers and 5 women: each is rung once, by those who came first, and nobody is given two', async () => {
    const beside = await createTestWorld({ beside: world })
    const callers = await Promise.all(Array.from({ length: 20 }, () => world.caller()))
    const ids = new Map<Person, string>()
    for (const person of callers) ids.set(person, (await ask(person)).callId)
    const women: Person[] = []
    for (let seconds = 50; seconds > 0; seconds -= 10) women.push(await waitingFor(seconds))
    const asking = callers.map((person, index) => {
      const callId = ids.get(person) ?? ''
      if (index % 2 === 0) return ask(person, callId)
      return beside.request('/api/request-random-call', {
        method: 'POST',
        headers: { cookie: person.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ callId }),
      })
    })
    await Promise.all(asking.toReversed())
    for (const person of callers) await ask(person, ids.get(person))
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
    const same = await Promise.all(Array.from({ length: 10 }, () => ask(steady, callId)))
    expect(new Set(same.map(({ partnerId }) => partnerId)).size).toBe(1)
    await Promise.all(Array.from({ length: 10 }, () => ask(hasty)))
    const calls = await world.database
      .sql`select caller_id from call where phase <> 'ended' and caller_id in ${world.database.sql([steady.id, hasty.id])}`
    expect(calls.map(({ caller_id }) => caller_id).sort()).toEqual([steady.id, hasty.id].sort())
  })
})

it('a question that its own cancel overtook rings nobody; a new search does, from the end', async () => {
  const [him, other] = [await world.caller(), await world.caller()]
  const overtaken = newCallId()
  await him.ask('cancelRandomCall', { callId: overtaken })
  const { callId } = await ask(him)
  await him.ask('cancelRandomCall', { callId: overtaken })
  expect((await ask(him, callId)).waiting).toMatchObject({ ahead: 0 })
  await him.ask('cancelRandomCall', { callId })
  const her = await waitingFor(20)
  for (let time = 0; time < 2; time += 1) expect(await ask(him, callId)).toMatchObject({ code: 'callGone' })
  expect(await world.database.sql`select from call where broadcaster_id = ${her.id}`).toEqual([])
  expect((await ask(other)).partnerId).toBe(her.id)
  const next = await waitingFor(10)
  expect((await ask(him)).partnerId).toBe(next.id)
})
