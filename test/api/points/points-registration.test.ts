import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { walletOf } from '#server/points/queries.ts'
import { deleteRegistrationAddresses, grantRegistrationPoints } from '#server/points/registration-grant.ts'
import { eachUndone } from '../ledger/ledger-fixture.ts'

let tx: Tx
let newcomers = 0
eachUndone((transaction) => {
  tx = transaction
})

/** Registers a new member; answers the points in the wallet. */
async function register(deviceKey: string, address: string, site: string | null = null): Promise<number> {
  const userId = `${5_000 + newcomers++}`
  await tx.insertInto('member').values({ id: userId, name: 'はじめて' }).execute()
  const given = await grantRegistrationPoints(tx, { userId, deviceKey, address, site })
  const wallet = await walletOf(tx, userId)
  expect(wallet.point).toBe(given)
  expect(wallet.lots.every((lot) => lot.kind === 'free')).toBe(true)
  return given
}

test('a new member gets 300 free points', async () => {
  expect(await register('phone', '203.0.113.5')).toBe(300)
})

test('a device gets them once, whichever member registers on it', async () => {
  await register('phone', '203.0.113.5')
  expect(await register('phone', '203.0.113.6')).toBe(0)
  expect(await register('tablet', '203.0.113.6')).toBe(300)
})

test('an address gets ten a day, and a device refused for that may come back tomorrow', async () => {
  for (let n = 0; n < 10; n++) expect(await register(`device-${n}`, '203.0.113.5')).toBe(300)
  expect(await register('eleventh', '203.0.113.5')).toBe(0)
  expect(await register('neighbour', '203.0.113.6')).toBe(300)

  await sql`update registration_grant_address set day = day - 1`.execute(tx)
  expect(await register('eleventh', '203.0.113.5')).toBe(300)
})

test.each([
  ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff::2'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
])('%s and %s count as one address', async (address, same) => {
  for (let n = 0; n < 10; n++) await register(`device-${n}`, n % 2 ? address : same)
  expect(await register('one more', address)).toBe(0)
})

test('another network of IPv6 is another address', async () => {
  for (let n = 0; n < 10; n++) await register(`device-${n}`, '2001:db8:1:2::1')
  expect(await register('elsewhere', '2001:db8:1:3::1')).toBe(300)
})

test('the networks of one site get a hundred a day together', async () => {
  for (let n = 0; n < 100; n++)
    expect(await register(`device-${n}`, `2001:db8:1:${n.toString(16)}::1`, 'a site')).toBe(300)
  expect(await register('one more', '2001:db8:1:ffff::1', 'a site')).toBe(0)
  expect(await register('one more', '2001:db8:2:1::1', 'another site')).toBe(300)
})

test('addresses of past days are deleted, those of today are not', async () => {
  await register('phone', '203.0.113.5')
  await sql`update registration_grant_address set day = day - 1`.execute(tx)
  await register('tablet', '203.0.113.6')
  await deleteRegistrationAddresses(tx)
  const kept = await tx.selectFrom('registration_grant_address').select('address').execute()
  expect(kept).toEqual([{ address: '203.0.113.6' }])
})
