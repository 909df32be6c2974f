import { openDatabase } from '#server/db/database.ts'

/** Tries whether the database accepts writes. */
export interface WriteProbe {
  /** Rejects with PostgreSQL's reason where it doesn't. */
  run(): Promise<void>
  close(): Promise<void>
}

const statementTimeoutMs = 2_000
/** More rows than the smallest memory setting of PostgreSQL holds, so that they go to its disk: 0.3 MB. */
const spilledRows = 10_000

/**
 * Uses a connection of its own, so that it neither takes one from the pool nor waits for one.
 *
 * A full disk can leave room for a commit and none for a growing table, and a small update needs no new page. So the
 * probe also makes PostgreSQL write a temporary file, which takes new disk blocks each time and is gone afterwards. A
 * database that was made read-only refuses the update of the node's own row.
 */
export const createWriteProbe = (databaseUrl: string, nodeId: string): WriteProbe => {
  const { sql, close } = openDatabase(databaseUrl, {
    maxConnections: 1,
    statementTimeoutMs,
    applicationName: 'koyoi-health',
  })
  return {
    run: async () => {
      await sql.begin(async (tx) => {
        await tx`set local work_mem = '64kB'`
        await tx`select count(*) from generate_series(1, ${spilledRows}::int)`
        await tx`update node set url = url where id = ${nodeId}`
      })
    },
    close,
  }
}
