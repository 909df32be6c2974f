import { type Database, openDatabase } from '#server/db/database.ts'
import { createDatabase } from './test-postgres.ts'

export interface TestDatabase extends Database {
  url: string
}

interface TestDatabaseOptions {
  /** Default 10. Tests of races need one for each racer. */
  maxConnections?: number
  /** Without tables. */
  isEmpty?: boolean
}

/**
 * A new migrated PostgreSQL database, in about 50 ms. `close` closes the pool and drops it.
 *
 *     const database = await createTestDatabase()
 *     afterAll(() => database.close())
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(options.isEmpty ? 'template0' : undefined)
  const database = openDatabase(url, { maxConnections: options.maxConnections ?? 10 })
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await drop()
    },
  }
}
