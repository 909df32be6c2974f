import { afterEach, expect, it } from 'vitest'
import { availabilityRequestsOfMember } from '#server/people/availability-requests.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { notifyAvailable } from '#server/push/actions/notify-available.ts'
import { crashingDb } from '#test/helpers/crashing-db.ts'
import type { PushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { pushSteps } from '../push/push-steps.ts'
import { withPushStandIn } from '../push/push-world.ts'

let world: TestWorld
let standIn: PushStandIn
const { connectedCall } = callSteps(() => world)
const { allow } = pushSteps(
  () => world,
  () => standIn,
)
withPushStandIn((made) => {
  ;({ world, standIn } = made)
})
afterEach(async () => {
  await world.database.sql`delete from availability_request`
})

const wait = (caller: Person, broadcaster: Person) =>
  caller.request('requestAvailability', { partnerId: broadcaster.id })
const standby = (broadcaster: Person, waiting = true) => broadcaster.request('updateCallWaiting', { waiting })
const noticesOf = async (person: Person): Promise<unknown[]> => {
  const answer = await person.request('getNotifications', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.notifications.map(({ about }) => about)
}
const waitingFor = async (broadcaster: Person): Promise<number> => {
  const answer = await broadcaster.request('getMyStandby', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.waitingCallers
}
const openOf = async (caller: Person): Promise<string[]> => {
  const answer = await caller.request('getAvailabilityRequests', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.requests.map(({ partnerId }) => partnerId)
}
const about = (broadcaster: Person) => ({
  kind: 'partnerAvailable',
  partnerId: broadcaster.id,
  partnerName: broadcaster.viewer.name,
})

it('is answered once by a notice and a push, however often standby is switched', async () => {
  const [caller, broadcaster] = [await world.caller(0), await world.broadcaster({ standby: false })]
  const browser = await allow(caller)
  expect(await wait(caller, broadcaster)).toMatchObject({ requests: [{ partnerId: broadcaster.id }] })
  expect(await wait(caller, broadcaster)).toMatchObject({ requests: [{ partnerId: broadcaster.id }] })
  expect(await waitingFor(broadcaster)).toBe(1)
  await notifyAvailable(world.context)
  expect(await noticesOf(caller)).toEqual([])
  for (const isOn of [true, false, true]) {
    await standby(broadcaster, isOn)
    await notifyAvailable(world.context)
  }
  await world.context.push.idle()
  expect(await noticesOf(caller)).toEqual([about(broadcaster)])
  expect(browser.received.map(({ message }) => message)).toEqual([about(broadcaster)])
  expect([await openOf(caller), await waitingFor(broadcaster)]).toEqual([[], 0])
})

it('is answered when the broadcaster’s call is over, not before', async () => {
  const [caller, broadcaster] = [await world.caller(0), await world.broadcaster()]
  const callId = await connectedCall(await world.caller(5_000), broadcaster)
  await wait(caller, broadcaster)
  await notifyAvailable(world.context)
  expect(await noticesOf(caller)).toEqual([])
  await broadcaster.request('endCall', { callId })
  await notifyAvailable(world.context)
  expect(await noticesOf(caller)).toEqual([about(broadcaster)])
})

it('comes without a push where the member switched that off', async () => {
  const [caller, broadcaster] = [await world.caller(0), await world.broadcaster()]
  const browser = await allow(caller)
  await caller.request('updateNotificationSettings', {
    choices: [{ kind: 'partnerAvailable', channel: 'push', isOn: false }],
  })
  await wait(caller, broadcaster)
  await notifyAvailable(world.context)
  await world.context.push.idle()
  expect(await noticesOf(caller)).toHaveLength(1)
  expect(browser.received).toEqual([])
})

it('can be taken back, and ends after 24 hours', async () => {
  const [caller, broadcaster] = [await world.caller(0), await world.broadcaster()]
  await wait(caller, broadcaster)
  expect(await caller.request('cancelAvailability', { partnerId: broadcaster.id })).toEqual({
    type: 'success',
    requests: [],
  })
  const answer = await wait(caller, broadcaster)
  if (answer.type === 'error') throw new Error(answer.code)
  const leftMs = Date.parse(answer.requests[0]?.expiresAt ?? '') - Date.now()
  expect(Math.abs(leftMs - 24 * 3_600_000)).toBeLessThan(60_000)
  await world.database.sql`update availability_request set expires_at = now()`
  expect(await openOf(caller)).toEqual([])
  await notifyAvailable(world.context)
  expect(await noticesOf(caller)).toEqual([])
  expect(await world.database.sql`select from availability_request`).toEqual([])
})

it('is one of 20 of a caller', async () => {
  const caller = await world.caller(0)
  for (let count = 0; count < 20; count += 1) await wait(caller, await world.broadcaster({ standby: false }))
  const more = await world.broadcaster({ standby: false })
  expect(await wait(caller, more)).toMatchObject({ code: 'availabilityTooMany' })
  await caller.request('cancelAvailability', { partnerId: (await openOf(caller))[0] ?? '' })
  expect(await wait(caller, more)).toMatchObject({ type: 'success' })
})

it('is the callers’ own, and refused for anybody but a broadcaster', async () => {
  const [caller, broadcaster] = [await world.caller(0), await world.broadcaster()]
  expect(await wait(broadcaster, caller)).toMatchObject({ code: 'forbidden' })
  expect(await wait(caller, await world.caller(0))).toMatchObject({ code: 'notFound' })
})

it('behind a block is accepted like any other, and never answered or counted', async () => {
  const [blocked, free, broadcaster] = [
    await world.caller(0),
    await world.caller(0),
    await world.broadcaster({ standby: false }),
  ]
  await broadcaster.request('addBlock', { partnerId: blocked.id })
  const [answer, other] = [await wait(blocked, broadcaster), await wait(free, broadcaster)]
  const shape = (value: unknown) => JSON.stringify(value).replace(/\d{4}-[^"]*/g, 'at')
  expect(shape(answer)).toBe(shape(other))
  expect(await waitingFor(broadcaster)).toBe(1)
  await standby(broadcaster)
  await notifyAvailable(world.context)
  expect([await noticesOf(blocked), await noticesOf(free)]).toEqual([[], [about(broadcaster)]])
  expect(await openOf(blocked)).toEqual([broadcaster.id])
})

it('goes to those who asked first, ten in a round', async () => {
  const broadcaster = await world.broadcaster({ standby: false })
  const callers: Person[] = []
  for (let count = 0; count < 12; count += 1) {
    const caller = await world.caller(0)
    callers.push(caller)
    await wait(caller, broadcaster)
  }
  await standby(broadcaster)
  await notifyAvailable(world.context)
  const notified = () => Promise.all(callers.map(async (caller) => (await noticesOf(caller)).length))
  expect(await notified()).toEqual([...Array(10).fill(1), 0, 0])
  // The broadcaster is gone again: the others wait on.
  await standby(broadcaster, false)
  await notifyAvailable(world.context)
  expect(await waitingFor(broadcaster)).toBe(2)
  await standby(broadcaster)
  await notifyAvailable(world.context)
  expect(await notified()).toEqual(Array(12).fill(1))
})

it('is answered once by processes at the same time', async () => {
  const [caller, broadcaster] = [await world.caller(0), await world.broadcaster()]
  await wait(caller, broadcaster)
  await Promise.all([1, 2, 3].map(() => notifyAvailable(world.context)))
  expect(await noticesOf(caller)).toHaveLength(1)
})

it('is answered once when a process dies at any of its statements', async () => {
  const [caller, broadcaster] = [await world.caller(0), await world.broadcaster()]
  await wait(caller, broadcaster)
  const whole = crashingDb(world.database.sql)
  await notifyAvailable({ ...world.context, db: whole.db })
  const committed = whole.statements.indexOf('commit')
  expect(committed).toBeGreaterThan(3)
  for (let statement = 0; statement <= committed; statement += 1) {
    const other = await world.caller(0)
    await wait(other, broadcaster)
    const dying = crashingDb(world.database.sql, { cut: { statement, when: 'unsent' } })
    await notifyAvailable({ ...world.context, db: dying.db }).catch(() => undefined)
    expect(dying.isDead()).toBe(true)
    expect(await noticesOf(other)).toEqual([])
    await notifyAvailable(world.context)
    expect(await noticesOf(other)).toHaveLength(1)
  }
})

it('goes with either account, and stands in the export', async () => {
  const [caller, broadcaster, leaving] = [
    await world.caller(0),
    await world.broadcaster({ standby: false }),
    await world.broadcaster({ standby: false }),
  ]
  await wait(caller, broadcaster)
  await wait(caller, leaving)
  expect(await availabilityRequestsOfMember(world.context.db, caller.id)).toHaveLength(2)
  await deactivateAccount(world.context, leaving.id, { reason: 'other', leavesEarnings: true })
  expect(await openOf(caller)).toEqual([broadcaster.id])
  await deactivateAccount(world.context, caller.id, { reason: 'other', leavesEarnings: true })
  expect(await world.database.sql`select from availability_request`).toEqual([])
})
