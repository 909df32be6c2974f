import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openPushStandIn, type PushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'

/** A world whose pushes go to a stand-in, for the tests of a file. What the stand-in complains of fails its test. */
export const withPushStandIn = (
  begin: (made: { world: TestWorld; standIn: PushStandIn }) => void,
  env: Record<string, string> = {},
): void => {
  let world: TestWorld
  let standIn: PushStandIn
  beforeAll(async () => {
    standIn = await openPushStandIn()
    world = await createTestWorld({ env: { PUSH_LOOPBACK: 'true', ...env } })
    begin({ world, standIn })
  })
  afterEach(() => {
    expect(standIn.complaints).toEqual([])
  })
  afterAll(async () => {
    await world.close()
    await standIn.close()
  })
}
