import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import type { Db, Tx } from './database.ts'

/** Carries a refusal out of a transaction that must leave no trace. */
class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/**
 * Runs `work` in one transaction. A refusal rolls everything back and is returned; an exception is thrown on.
 */
export const inTransaction = async <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx)
      if (isRefusal(result)) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal as Result
    throw error
  }
}
