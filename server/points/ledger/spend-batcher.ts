import type { Sql } from '#server/db/database.ts'
import { postgres } from '#server/db/driver.ts'
import { type Spend, type SpendAnswer, spendMany } from './ledger.ts'

/** Bounds how long one batch keeps its accounts locked. */
const batchMax = 256
/**
 * Fewer than this aren't shared out between batches: each batch costs as much as a few payments.
 */
const batchMin = 16
/**
 * Batches in progress at once: while one waits for the disk, the database works on the other. More collide
 * too often.
 */
const slotCount = 2

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
 * Batches the one-off payments of this process: while batches are in progress the next one gathers, and goes as soon
 * as a slot is free, at the end of the event loop's turn. No timer: a single payment never waits for others. Many
 * commits become one, and commits are what limits the database.
 *
 * Benchmarks P2 and P3 measure it (docs/benchmarks.md). Payments that change nothing but points may use it; a payment
 * inside an action uses `spendPoints`.
 */
export function createSpendBatcher(sql: Sql): SpendBatcher {
  const waiting: Waiting[] = []
  let freeSlots = slotCount
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || freeSlots === 0 || waiting.length === 0) return
    isScheduled = true
    setImmediate(flush)
  }

  function flush(): void {
    isScheduled = false
    while (freeSlots > 0 && waiting.length > 0) {
      const share = Math.ceil(waiting.length / freeSlots)
      const batch = waiting.splice(0, Math.min(Math.max(share, batchMin), batchMax))
      freeSlots--
      void post(sql, batch).then(() => {
        freeSlots++
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
