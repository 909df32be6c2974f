import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#server/lifecycle/log.ts'
import { createNodes } from '#server/nodes/nodes.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const secret = randomBytes(32)
const nodeAt = (clock: { ms: number }, id = randomUUID()) =>
  createNodes({ id, db: database.db, secret, log: createLog('silent'), monotonic: () => clock.ms })

it('judges others only when its own beats have succeeded for 5 s', async () => {
  const clock = { ms: 0 }
  const node = nodeAt(clock)
  await node.register()
  expect(node.isSteady()).toBe(false)
  for (clock.ms = 0; clock.ms < 5_000; clock.ms += 1_000) {
    await node.beat()
    expect(node.isSteady(), `after ${clock.ms} ms`).toBe(false)
  }
  await node.beat()
  expect(node.isSteady()).toBe(true)

  // After an outage of the database, the first process that returns must not count the others as dead.
  clock.ms += 3_000
  expect(node.isSteady()).toBe(false)
  await node.beat()
  expect(node.isSteady()).toBe(false)
})

it('knows the last beat of the process before it', async () => {
  const id = randomUUID()
  expect(await nodeAt({ ms: 0 }, id).register()).toBeNull()
  const [row] = await database.sql`
    update node set beat_at = now() - interval '9 seconds' where id = ${id} returning beat_at`
  expect(await nodeAt({ ms: 0 }, id).register()).toBe(row?.beat_at.getTime())
})

it('counts a process as gone when its folder has another one, after a goodbye, or when a steady node misses its beats', async () => {
  const clock = { ms: 0 }
  const own = nodeAt(clock)
  await own.register()
  expect(await own.isProcessGone(own.processId)).toBe(false)
  const id = randomUUID()
  const first = nodeAt(clock, id)
  await first.register()
  expect(await own.isProcessGone(first.processId)).toBe(false)
  const second = nodeAt(clock, id)
  await second.register()
  expect(await own.isProcessGone(first.processId)).toBe(true)
  expect(await second.isProcessGone(first.processId)).toBe(true)

  const silence = () => database.sql`update node set beat_at = now() - interval '6 seconds' where id = ${id}`
  await silence()
  expect(await own.isProcessGone(second.processId)).toBe(false)
  for (; clock.ms <= 5_000; clock.ms += 1_000) await own.beat()
  expect(await own.isProcessGone(second.processId)).toBe(true)
  await second.beat()
  expect(await own.isProcessGone(second.processId)).toBe(false)
  await second.close()
  expect(await own.isProcessGone(second.processId)).toBe(true)
})
