import postgres from 'postgres'
import type { Sql } from '../db/database.ts'
import { type Spend, type SpendAnswer, spendMany } from './ledger.ts'

/** Bounds how long one batch keeps its accounts locked. */
const batchMax = 256

export interface SpendLane {
  /** Posts a one-off payment durably. A lost connection rejects; the same key may then be sent again. */
  spend(spend: Spend): Promise<SpendAnswer>
}

interface Waiting {
  spend: Spend
  resolve: (answer: SpendAnswer) => void
  reject: (error: unknown) => void
}

/**
 * One-off payments of this process, batched by nature: while one batch is under way the next gathers, and goes as
 * soon as the lane is free. No timer: a single payment never waits for company. Many commits become one, which is
 * what the database is short of.
 */
export function createSpendLane(sql: Sql): SpendLane {
  let waiting: Waiting[] = []
  let isBusy = false

  async function run(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax)
      waiting = waiting.slice(batchMax)
      await post(sql, batch)
    }
    isBusy = false
  }

  return {
    spend: (spend) =>
      new Promise((resolve, reject) => {
        waiting.push({ spend, resolve, reject })
        if (!isBusy) void run()
      }),
  }
}

async function post(sql: Sql, batch: readonly Waiting[]): Promise<void> {
  try {
    const answers = await spendMany(
      sql,
      batch.map((one) => one.spend),
    )
    batch.forEach((one, index) => {
      const answer = answers[index]
      if (answer) one.resolve(answer)
      else one.reject(new Error('the ledger answered fewer rows than it was asked'))
    })
  } catch (error) {
    // The database refused the batch as a whole and rolled it back: only the payment at fault may fail.
    if (batch.length > 1 && error instanceof postgres.PostgresError) {
      for (const one of batch) await post(sql, [one])
      return
    }
    for (const one of batch) one.reject(error)
  }
}
