import { afterAll, beforeAll, expect, it } from 'vitest'
import { removePhone } from '#server/account/actions/remove-phone.ts'
import { sendPhoneCode } from '#server/account/actions/send-phone-code.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { newNumber } from '../account/phone/phone-steps.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ env: { DEMO: 'true' } })
})
afterAll(() => world.close())

/** Resolves when so many wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(
      () =>
        world.database.sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      { timeout: 10_000 },
    )
    .toHaveLength(count)

const requestCode = ({ id }: Person, laterMs = 0) =>
  sendPhoneCode({ ...world.context, now: () => Date.now() + laterMs }, id, {
    phoneNumber: newNumber(),
    networkKey: `network of ${id}`,
  })

it.each<[string, (person: Person) => Promise<unknown>]>([
  ['asks for another code', (person) => requestCode(person, 61_000)],
  ['removes the number', (person) => removePhone(world.context, person.viewer, 'a browser')],
])('a member who leaves and at that moment %s does both', async (_what, act) => {
  const person = await world.caller()
  // Both need a text that waits to be sent.
  expect(await requestCode(person)).toHaveProperty('maskedNumber')
  await world.database.sql`
    insert into member_phone (member_id, number_key, number_encrypted, verified_at)
    values (${person.id}, ${`key of ${person.id}`}, '', now())`
  let both: Promise<unknown>[] = []
  await world.database.db.transaction().execute(async (tx) => {
    // By then the deactivation has locked the member's row, and still has to drop the queued texts.
    await tx.selectFrom('session').select('id_hash').where('member_id', '=', person.id).forUpdate().execute()
    const leaves = deactivateAccount(world.context, person.id, { reason: 'other', leavesEarnings: false })
    await waiting(1)
    both = [leaves, act(person)]
    await waiting(2)
  })
  const [left, acted] = await Promise.allSettled(both)
  expect(left).toMatchObject({ status: 'fulfilled', value: { cancelUntilMs: expect.any(Number) } })
  expect(acted).toMatchObject({ status: 'fulfilled' })
})
