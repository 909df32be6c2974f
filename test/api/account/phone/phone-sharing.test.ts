import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { codeIn, newNumber, textsTo } from './phone-steps.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ env: { DEMO: 'true' } })
})
afterAll(() => world.close())

/** Verifies the number and signs in again, because the session was rotated. */
const verified = async (person: Person, phoneNumber: string): Promise<Person> => {
  expect(await person.request('sendPhoneAuthCode', { phoneNumber })).toMatchObject({ type: 'success' })
  const code = codeIn((await textsTo(world.context, person.id)).at(-1))
  expect(await person.request('verifyPhoneAuthCode', { code })).toMatchObject({ type: 'success' })
  return world.onAnotherDevice(person)
}

const callTo = ({ id }: Person) => ({ callId: randomUUID(), partnerId: id, callType: 'video' }) as const
const writeTo = ({ id }: Person) => ({ messageId: randomUUID(), partnerId: id, text: 'こんばんは' })

it('accounts that ever shared a phone number never call or write to each other', async () => {
  const number = newNumber()
  let caller = await world.caller()
  let broadcaster = await world.broadcaster()
  // They have written to each other before the shared number was known.
  expect(await caller.request('sendTextMessage', writeTo(broadcaster))).toMatchObject({ type: 'success' })

  caller = await verified(caller, number)
  expect(await caller.request('sendTextMessage', writeTo(broadcaster))).toMatchObject({ type: 'success' })
  // One account at a time has a number: the caller gives it up, and the broadcaster verifies it.
  await caller.request('removePhoneNumber', {})
  broadcaster = await verified(broadcaster, number)

  expect(await caller.request('sendCallRequest', callTo(broadcaster))).toMatchObject({
    code: 'callNotConnected',
  })
  expect(await broadcaster.request('sendCallRequest', callTo(caller))).toMatchObject({
    code: 'callNotConnected',
  })
  expect(await caller.request('sendTextMessage', writeTo(broadcaster))).toMatchObject({
    code: 'partnerUnavailable',
  })
  expect(await broadcaster.request('sendTextMessage', writeTo(caller))).toMatchObject({
    code: 'partnerUnavailable',
  })

  const other = await world.broadcaster()
  expect(await caller.request('sendTextMessage', writeTo(other))).toMatchObject({ type: 'success' })
  expect(await caller.request('sendCallRequest', callTo(other))).toMatchObject({ type: 'success' })
})
