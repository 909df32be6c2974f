import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '#server/credentials/passwords.ts'
import type { MailServer } from '#test/helpers/mail-server.ts'
import type { AuthWorld } from './auth-world.ts'
import { closeMailWorld, createMailWorld, mailSteps, oldPassword, signIn } from './mail-steps.ts'

let server: MailServer
let world: AuthWorld
beforeAll(async () => {
  ;({ server, world } = await createMailWorld())
})
afterAll(() => closeMailWorld(world, server))
const { stranger, addMember } = mailSteps(
  () => world,
  () => server,
)

/** Until somebody waits for a lock. */
const someoneWaits = () =>
  expect
    .poll(
      () =>
        world.database.sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      { timeout: 10_000 },
    )
    .not.toHaveLength(0)

it('who is being let in by a password that changes meanwhile stays outside', async () => {
  const email = 'hanako@example.jp'
  const memberId = await addMember(email)
  const newHash = await hashPassword('mikazuki-no-yoru')
  const thief = stranger()
  let answer: Promise<number> | undefined
  await world.database.db.transaction().execute(async (tx) => {
    // As a change of the password does: it holds the member, and ends what is open.
    await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
    await tx
      .updateTable('session')
      .set({ revoked_at: new Date() })
      .where('member_id', '=', memberId)
      .execute()
    answer = Promise.resolve(signIn(thief, email))
    // With the lock he waits here; without it he is in before the change is.
    await Promise.race([someoneWaits(), answer])
    await tx.updateTable('member').set({ password_hash: newHash }).where('id', '=', memberId).execute()
  })
  expect(await answer).toBe(401)
  expect(await thief.session()).toEqual({})
  expect(await signIn(stranger(), email, 'mikazuki-no-yoru')).toBe(200)
  expect(await signIn(stranger(), email, oldPassword)).toBe(401)
})
