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

/** Resolves when somebody waits for a lock. */
const lockIsAwaited = () =>
  expect
    .poll(
      () =>
        world.database.sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      { timeout: 10_000 },
    )
    .not.toHaveLength(0)

it('a sign-in fails when the password changes during it', async () => {
  const email = 'hanako@example.jp'
  const memberId = await addMember(email)
  const newHash = await hashPassword('mikazuki-no-yoru')
  const thief = stranger()
  let answer: Promise<number> | undefined
  await world.database.db.transaction().execute(async (tx) => {
    // Like a change of the password: it locks the member, and ends open sessions.
    await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
    await tx
      .updateTable('session')
      .set({ revoked_at: new Date() })
      .where('member_id', '=', memberId)
      .execute()
    answer = Promise.resolve(signIn(thief, email))
    // With the lock the sign-in waits here; without it, it succeeds before the change.
    await Promise.race([lockIsAwaited(), answer])
    await tx.updateTable('member').set({ password_hash: newHash }).where('id', '=', memberId).execute()
  })
  expect(await answer).toBe(401)
  expect(await thief.session()).toEqual({})
  expect(await signIn(stranger(), email, 'mikazuki-no-yoru')).toBe(200)
  expect(await signIn(stranger(), email, oldPassword)).toBe(401)
})
