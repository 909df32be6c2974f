import type { Sql } from '#server/db/database.ts'
import { postgres } from '#server/db/driver.ts'
import { type Spend, type SpendAnswer, spendMany } from './ledger.ts'

/** Bounds how long one batch keeps its accounts locked. */
const batchMax = 256
/**
 * Fewer than this aren't shared out between the lanes: each batch has its own cost, that of a few payments.
 */
const batchMin = 16
/**
 * Batches under way at once: while one waits for the disk, the database works on the other. More meet too
 * often.
 */
const laneCount = 2

export interface SpendBatcher {
  /** Posts a one-off payment durably. A lost connection rejects; the same key may then be sent again. */
  spend(spend: Spend): Promise<SpendAnswer>
}

interface Waiting {
  spend: Spend
  resolve: (answer: SpendAnswer) => void
  reject: (error: unknown) => void
}

/**
 * One-off payments of this process, batched by nature: while batches are under way the next gathers, and goes
 * as soon as a lane is free, at the end of the event loop's turn. No timer: a single payment never waits for
 * company. Many commits become one, which is what the database is short of.
 */
export function createSpendBatcher(sql: Sql): SpendBatcher {
  const waiting: Waiting[] = []
  let freeLanes = laneCount
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || freeLanes === 0 || waiting.length === 0) return
    isScheduled = true
    setImmediate(flush)
  }

  function flush(): void {
    isScheduled = false
    while (freeLanes > 0 && waiting.length > 0) {
      const share = Math.ceil(waiting.length / freeLanes)
      const batch = waiting.splice(0, Math.min(Math.max(share, batchMin), batchMax))
      freeLanes--
      void post(sql, batch).then(() => {
        freeLanes++
        schedule()
      })
    }
  }

  return {
    spend: (spend) =>
      new Promise((resolve, reject) => {
        waiting.push({ spend, resolve, reject })
        schedule()
      }),
  }
}

/** Answers every payment of the batch; never rejects. */
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
