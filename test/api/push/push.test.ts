import { describe, expect, it } from 'vitest'
import { revokeAllSessionsInTx, revokeSession } from '#server/account/actions/revoke-session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { addressesOf, deleteOthersAddresses } from '#server/push/addresses.ts'
import { createPushes } from '#server/push/pushes.ts'
import type { PushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { pushSteps } from './push-steps.ts'
import { withPushStandIn } from './push-world.ts'

let world: TestWorld
let standIn: PushStandIn
const { allow, kept, register, subscriber } = pushSteps(
  () => world,
  () => standIn,
)
withPushStandIn((made) => {
  ;({ world, standIn } = made)
})

/** Whether a push can reach the member, as other areas' lists see it. */
const isReachable = async (person: Person): Promise<boolean> => {
  const rows = await world.database.sql`select from live_push_address where member_id = ${person.id}`
  return rows.length > 0
}

describe('the push address of a browser', () => {
  it('is made with the key of this server, and registered by its own member only', async () => {
    const broadcaster = await world.broadcaster()
    const { json } = await subscriber(broadcaster)
    expect(await broadcaster.request('getPushSetup', {})).toEqual({
      type: 'success',
      push: { provider: 'webPush', publicKey: world.context.push.service.sender },
    })
    const other = await world.broadcaster()
    expect(await register(broadcaster, json, other.viewer.token)).toMatchObject({ code: 'forbidden' })
    expect(await kept(broadcaster)).toBe(0)
    expect(await register(broadcaster, json)).toEqual({ type: 'success' })
    expect(await register(broadcaster, json)).toEqual({ type: 'success' })
    expect(await kept(broadcaster)).toBe(1)
    expect(await isReachable(broadcaster)).toBe(true)
  })

  it.each([
    'http://web.push.apple.com/x',
    'https://10.0.0.8/x',
    'https://[fd00::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://postgres/x',
    'https://web.push.apple.com:5432/x',
  ])('is refused where nothing may be sent to: %s', async (endpoint) => {
    const broadcaster = await world.broadcaster()
    const { keys } = JSON.parse((await subscriber(broadcaster)).json)
    expect(await register(broadcaster, JSON.stringify({ endpoint, keys }))).toMatchObject({
      code: 'pushAddressWrong',
    })
    expect(await kept(broadcaster)).toBe(0)
    const outside = { endpoint: 'https://web.push.apple.com/x', keys }
    expect(await register(broadcaster, JSON.stringify(outside))).toEqual({ type: 'success' })
    // An example's address belongs to nobody: nothing in this test sends to it.
    await broadcaster.request('deleteFcmToken', {})
  })

  it.each(['not json', '{}', JSON.stringify({ endpoint: 'https://web.push.apple.com/x' })])(
    'is refused when it is no subscription: %s',
    async (fcmToken) => {
      const broadcaster = await world.broadcaster()
      expect(await register(broadcaster, fcmToken)).toMatchObject({ code: 'pushAddressWrong' })
    },
  )

  it('is deleted when the member switches push off', async () => {
    const broadcaster = await world.broadcaster()
    await allow(broadcaster)
    expect(await broadcaster.request('deleteFcmToken', {})).toEqual({ type: 'success' })
    expect(await kept(broadcaster)).toBe(0)
    expect(await broadcaster.request('deleteFcmToken', {})).toEqual({ type: 'success' })
  })

  it('is deleted with its session, and on every device with all of them', async () => {
    const broadcaster = await world.broadcaster()
    const [second, third] = [
      await world.onAnotherDevice(broadcaster),
      await world.onAnotherDevice(broadcaster),
    ]
    for (const device of [broadcaster, second, third]) await allow(device)
    await revokeSession(world.context, second.viewer.sessionKey)
    expect(await kept(broadcaster)).toBe(2)
    await inTransaction(world.context.db, (tx) => revokeAllSessionsInTx(world.context, tx, broadcaster.id))
    expect(await kept(broadcaster)).toBe(0)
  })

  it('reaches nobody once its session has expired', async () => {
    const broadcaster = await world.broadcaster()
    await allow(broadcaster)
    await world.database.sql`update session set expires_at = now() where member_id = ${broadcaster.id}`
    expect(await isReachable(broadcaster)).toBe(false)
  })

  it('leaves the member who was signed in on the same browser before', async () => {
    const first = await world.broadcaster()
    const second = await world.broadcaster()
    const { json } = await allow(first)
    await register(second, json)
    expect([await kept(first), await kept(second)]).toEqual([0, 1])
  })

  it('is one of ten at most: the one registered longest ago is deleted', async () => {
    const broadcaster = await world.broadcaster()
    const oldest = await allow(broadcaster)
    for (let device = 0; device < 10; device += 1) await allow(await world.onAnotherDevice(broadcaster))
    expect(await kept(broadcaster)).toBe(10)
    const rows = await world.database
      .sql`select from push_address where address ->> 'id' = ${oldest.endpoint}`
    expect(rows).toHaveLength(0)
  })

  it('is deleted when the key it was made for is no longer ours', async () => {
    const other = await createTestWorld({ env: { PUSH_LOOPBACK: 'true' }, beside: world })
    const broadcaster = await world.broadcaster()
    await allow(broadcaster)
    await deleteOthersAddresses(world.context.db, world.context.push.service)
    expect(await kept(broadcaster)).toBe(1)
    await deleteOthersAddresses(world.context.db, { ...other.context.push.service, sender: 'another' })
    expect(await kept(broadcaster)).toBe(0)
    await other.close()
  })
})

describe('an address that nothing can be delivered to', () => {
  const message = { kind: 'videoRequest', partnerId: '1', partnerName: 'ゆうと' } as const
  const delivery = () => ({
    message,
    urgency: 'normal' as const,
    topic: 'test',
    tryUntil: performance.now() + 500,
    keptMs: 1_000,
  })
  const addressOf = async (person: Person) => {
    const [address] = await addressesOf(world.context.db, person.id, world.context.push.service)
    if (!address) throw new Error('no address')
    return address
  }

  it.each([404, 410])('is deleted at once when the browser gave it up: %i', async (status) => {
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    browser.answers.push(status)
    expect(await world.context.push.deliver(await addressOf(broadcaster), delivery())).toBe(false)
    expect(await kept(broadcaster)).toBe(0)
  })

  it('survives an outage, and is deleted after five failures in three days', async () => {
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    const address = await addressOf(broadcaster)
    const send = () => world.context.push.deliver(address, delivery())
    browser.answers.push(400, 500, 403, 400)
    for (let time = 0; time < 4; time += 1) expect(await send()).toBe(false)
    const failures = () =>
      world.database.sql`select failures from push_address where member_id = ${broadcaster.id}`
    expect(await failures()).toEqual([{ failures: 4 }])
    await world.database
      .sql`update push_address set failing_since = now() - interval '73 hours' where member_id = ${broadcaster.id}`
    browser.answers.push(400)
    expect(await send()).toBe(false)
    expect(await kept(broadcaster)).toBe(0)
    await register(broadcaster, browser.json)
    browser.answers.push(400)
    await send()
    expect(await send()).toBe(true)
    expect(await failures()).toEqual([{ failures: 0 }])
    standIn.complaints.length = 0
  })

  it('is not deleted in place of the one that replaced it', async () => {
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    const old = await addressOf(broadcaster)
    browser.always = 410
    const newer = await allow(broadcaster)
    await world.context.push.deliver(old, delivery())
    expect(await kept(broadcaster)).toBe(1)
    expect(await world.context.push.deliver(await addressOf(broadcaster), delivery())).toBe(true)
    expect(newer.received).toHaveLength(1)
  })

  it('is in no log, nor is what it was sent', async () => {
    const lines: string[] = []
    const log = createLog('debug', (line) => lines.push(line) > 0)
    const pushes = createPushes({ db: world.context.db, log, service: world.context.push.service })
    const broadcaster = await world.broadcaster()
    const browser = await allow(broadcaster)
    browser.answers.push(400)
    await pushes.deliver(await addressOf(broadcaster), delivery())
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'push-failed', kind: 'videoRequest', provider: 'webPush', reason: 'status 400' },
    ])
    expect(lines.join()).not.toMatch(/127\.0\.0\.1|\/push\/|ゆうと|p256dh/)
    await pushes.stop()
  })
})
