/** Daily checkpoints; checkpoint_lag.sql explains why nothing is posted to a day that has one. */
import { sql } from 'kysely'
import type { ReceiptCheckpoint } from '#contract/receipts/receipts.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * Payments queue behind the lock that waits for those in progress. After this time the next round tries
 * again.
 */
const lockTimeoutMs = 2_000
/** A day of millions of transfers takes long. */
const checkpointTimeoutMs = 600_000

export interface Checkpoint {
  day: string
  transfers: number
  points: number
  /** SHA-256, hexadecimal. */
  hash: string
}

/**
 * Makes the checkpoint of every day that ended long enough ago, one after the other; after a downtime all
 * that are missing. The hashes also go to the log, which a change of the database doesn't reach. Throws while
 * payments in progress don't end; nothing is lost then.
 */
export const checkpointDueDays = async ({ db, log }: Pick<Context, 'db' | 'log'>): Promise<Checkpoint[]> => {
  const checkpoints: Checkpoint[] = []
  for (;;) {
    const day = await nextCheckpointDay(db)
    if (day === null) return checkpoints
    await waitForPostings(db)
    const checkpoint = await makeCheckpoint(db, day)
    if (!checkpoint) continue
    log.info('checkpoint-made', { ...checkpoint })
    checkpoints.push(checkpoint)
  }
}

const nextCheckpointDay = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`select next_checkpoint_day() as day`.execute(db)
  return rows[0]?.day ?? null
}

/** The earliest day that could have had its checkpoint a day ago and has none; null without one. */
export const dayOverdueForCheckpoint = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select next_checkpoint_day(now() - interval '1 day') as day`.execute(db)
  return rows[0]?.day ?? null
}

/** Returns when every transaction that had posted something by now is over. */
const waitForPostings = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
    await sql`lock table transfer in share mode`.execute(tx)
  })

const makeCheckpoint = (db: Db, day: string): Promise<Checkpoint | undefined> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(checkpointTimeoutMs)}`.execute(tx)
    const { rows } = await sql<Checkpoint>`
      select day, transfers, points, encode(hash, 'hex') as hash from make_daily_checkpoint(${day}::date)`.execute(
      tx,
    )
    return rows[0]
  })

/** The days on which these transfers were posted, each with its checkpoint if it has one. */
export const checkpointsOfTransfers = async (
  db: Db | Tx,
  transferIds: readonly number[],
): Promise<ReceiptCheckpoint[]> => {
  if (transferIds.length === 0) return []
  const { rows } = await sql<ReceiptCheckpoint>`
    select d.day, encode(s.hash, 'hex') as hash
    from (select distinct japanese_day(t.created_at) as day from transfer t where t.id = any (${transferIds}::bigint[])) d
    left join daily_checkpoint s on s.day = d.day
    order by d.day`.execute(db)
  return rows
}

/** The checkpoints of what a call charged and returned, for its receipt. */
export const checkpointsOfCall = async (db: Db | Tx, callId: string): Promise<ReceiptCheckpoint[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.transfer_id as id from meter_charge c where c.call_id = ${callId}
    union all
    select r.id from meter_charge c join transfer r on r.reverses_id = c.transfer_id where c.call_id = ${callId}
    `.execute(db)
  return checkpointsOfTransfers(
    db,
    rows.map(({ id }) => id),
  )
}
