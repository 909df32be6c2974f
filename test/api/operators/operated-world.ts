import { afterAll, beforeAll } from 'vitest'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { createOperatorWorld, type OperatorWorld } from './operator-world.ts'

export interface OperatedWorld {
  operators: OperatorWorld
  /** The members' endpoints on the same database. */
  world: TestWorld
  /** A browser of the operator, signed in. */
  at: Awaited<ReturnType<OperatorWorld['signedIn']>>
}

/** A world with members and an operator for the tests of a file. */
export const withOperators = (begin: (made: OperatedWorld) => void): void => {
  let operators: OperatorWorld
  let world: TestWorld
  beforeAll(async () => {
    operators = await createOperatorWorld()
    world = await createTestWorld({ beside: { database: operators.database, context: operators.context } })
    begin({ operators, world, at: await operators.signedIn() })
  })
  afterAll(async () => {
    await world.close()
    await operators.close()
  })
}
