import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 6 })
})
afterAll(() => database.close())

const openNotices = () =>
  database.db
    .selectFrom('operator_notice')
    .select(['kind', 'subject', 'text', 'times'])
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()

test('an alert raised again while it is open counts there, with the newest text', async () => {
  const raise = (text: string) =>
    raiseAlert(database.db, { kind: 'ledgerDefect', subject: '2026-11-20', text })
  await Promise.all([1, 2, 3, 4, 5].map((n) => raise(`${n} 件`)))
  await raise('6 件')
  expect(await openNotices()).toEqual([
    { kind: 'ledgerDefect', subject: '2026-11-20', text: '6 件', times: 6 },
  ])
})

test('an alert is raised with its transaction, or not at all', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await raiseAlert(tx, { kind: 'ledgerDefect', subject: 'undone', text: '取り消し' })
    throw new Error('the rest of it failed')
  })
  await expect(failing).rejects.toThrow('the rest of it failed')
  expect((await openNotices()).map(({ subject }) => subject)).not.toContain('undone')
})
