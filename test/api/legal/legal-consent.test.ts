import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { confirmationVersion } from '#contract/points/purchase.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
let caller: Person
let broadcaster: Person
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

let versions = 0
const requireConsent = async () => {
  versions += 1
  await world.database.db
    .insertInto('legal_version')
    .values({
      document: 'terms',
      number: versions,
      markdown: `第${versions}版`,
      change_summary: '料金の計算方法が変わりました。',
      asks_consent: true,
      published_at: new Date(),
    })
    .execute()
}
const agreed = (person: Person) =>
  person.request('agree', { agreements: [{ document: 'terms', version: versions }] })

beforeEach(async () => {
  caller = await world.caller()
  broadcaster = await world.broadcaster()
  await requireConsent()
})

const ring = (person: Person, partner: Person, callId = newCallId()) =>
  person.request('sendCallRequest', { callId, partnerId: partner.id, callType: 'video' })
const transfer = (person: Person, orderId: string = randomUUID()) =>
  person.request('requestBankTransfer', {
    orderId,
    courseId: 'c1000',
    priceYen: 1_000,
    bonusPoints: 500,
    confirmationVersion,
  })
const consentDue = { type: 'error', code: 'consentDue' }

it('no new call begins before the new terms are agreed to, by either side', async () => {
  expect(await ring(caller, broadcaster)).toMatchObject(consentDue)
  expect(await ring(broadcaster, caller)).toMatchObject(consentDue)
  expect(await caller.request('requestRandomCall', { callId: newCallId() })).toMatchObject(consentDue)
  expect(await agreed(caller)).toMatchObject({ type: 'success' })
  expect(await ring(caller, broadcaster)).toMatchObject({ type: 'success' })
})

it('the callee can still answer a ring: the call connects', async () => {
  await agreed(caller)
  const callId = newCallId()
  expect(await ring(caller, broadcaster, callId)).toMatchObject({ type: 'success' })
  expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({ type: 'success' })
})

it('nothing can be bought before, and an earlier purchase gets its answer again', async () => {
  await caller.request('stateBirthDate', { birthDate: '1990-01-01' })
  expect(await transfer(caller)).toMatchObject(consentDue)
  await agreed(caller)
  const orderId = randomUUID()
  const bought = await transfer(caller, orderId)
  expect(bought).toMatchObject({ type: 'success' })
  await requireConsent()
  expect(await transfer(caller, orderId)).toMatchObject({ type: 'success', order: { orderId } })
})

it('a running call continues, and more points for it can be bought', async () => {
  await agreed(caller)
  await caller.request('stateBirthDate', { birthDate: '1990-01-01' })
  const callId = newCallId()
  await ring(caller, broadcaster, callId)
  await broadcaster.request('acceptCall', { callId })
  await requireConsent()
  expect(await caller.request('getMyCall', {})).toMatchObject({ call: { callId } })
  expect(await transfer(caller)).toMatchObject({ type: 'success' })
  expect(await broadcaster.request('getMyCall', {})).toMatchObject({ call: { callId } })
})

it('messages are read and written as before', async () => {
  expect(
    await caller.request('sendTextMessage', {
      messageId: randomUUID(),
      partnerId: broadcaster.id,
      text: 'こんばんは',
    }),
  ).toMatchObject({ type: 'success' })
  expect(await broadcaster.request('getListConversation', {})).toMatchObject({ type: 'success' })
})
