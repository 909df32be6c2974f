import { afterAll, beforeAll, expect, it } from 'vitest'
import { startJobs } from '#server/app/jobs.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const startAndStop = async () => (await startJobs(world.context, world.database.url)).stop()

const scheduled = async () => {
  const { sql } = world.database
  const rows = await sql<{ name: string; hasQueue: boolean }[]>`
    select s.name, q.name is not null as "hasQueue" from jobs.schedule s full join jobs.queue q on q.name = s.name
    where s.name is not null or q.name not like '\\_\\_pgboss%'`
  return rows.map(({ name, hasQueue }) => ({ name, hasQueue }))
}

it('drops a job of an earlier version, with what waits for it', async () => {
  await startAndStop()
  const ours = await scheduled()
  expect(ours).toContainEqual({ name: 'expire-lots', hasQueue: true })
  const { sql } = world.database
  await sql`select jobs.create_queue('tidy-attic', (select to_jsonb(q) from jobs.queue q where name = 'expire-lots'))`
  await sql`insert into jobs.schedule (name, cron, timezone) values ('tidy-attic', '* * * * *', 'Asia/Tokyo')`
  await sql`insert into jobs.job (name) values ('tidy-attic')`
  expect(await scheduled()).toContainEqual({ name: 'tidy-attic', hasQueue: true })
  await startAndStop()
  expect(new Set(await scheduled())).toEqual(new Set(ours))
  expect(await sql`select from jobs.job where name = 'tidy-attic'`).toHaveLength(0)
})
