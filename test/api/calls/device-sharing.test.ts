import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rememberDevice } from '#server/members/known-devices.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const openedIn = (deviceKey: string, ...people: Person[]) =>
  world.database.db.transaction().execute(async (tx) => {
    for (const { id } of people) await rememberDevice(tx, { memberId: id, deviceKey }, Date.now())
  })
const ring = (from: Person, to: Person) =>
  from.request('sendCallRequest', { callId: randomUUID(), partnerId: to.id, callType: 'video' })
const write = (from: Person, to: Person) =>
  from.request('sendTextMessage', { messageId: randomUUID(), partnerId: to.id, text: 'こんばんは' })

it('accounts that were opened in one browser never call or write to each other, wherever they registered', async () => {
  const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
  expect(await write(caller, broadcaster)).toMatchObject({ type: 'success' })
  await openedIn('the browser of the caller', caller)
  await openedIn('the browser of the broadcaster', broadcaster)
  expect(await write(caller, broadcaster)).toMatchObject({ type: 'success' })
  await openedIn('a browser of both', caller, broadcaster)
  for (const [from, to] of [
    [caller, broadcaster],
    [broadcaster, caller],
  ] as const) {
    expect(await ring(from, to)).toMatchObject({ code: 'callNotConnected' })
    expect(await write(from, to)).toMatchObject({ code: 'partnerUnavailable' })
  }
  expect(await ring(await world.caller(), broadcaster)).toMatchObject({ type: 'success' })
})

it('a browser in which one account registered and the other was opened counts as well', async () => {
  const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
  await world.database.sql`update member set device_key = 'registered here' where id = ${caller.id}`
  await openedIn('registered here', broadcaster)
  expect(await ring(caller, broadcaster)).toMatchObject({ code: 'callNotConnected' })
  expect(await ring(broadcaster, caller)).toMatchObject({ code: 'callNotConnected' })
})

it('a browser in which an account of the demo was opened does not count: its password is public', async () => {
  const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
  await world.database.sql`update member set is_demo = true where id = ${broadcaster.id}`
  await openedIn('a visitor’s browser', caller, broadcaster)
  expect(await ring(caller, broadcaster)).toMatchObject({ type: 'success' })
})
