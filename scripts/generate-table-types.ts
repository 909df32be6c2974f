/**
 * `npm run db:types`: migrates a scratch database, writes its tables as types to server/db/tables.ts and its whole
 * schema to test/schema.txt.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { describeSchema } from './schema-text.ts'
import { describeTables } from './table-types.ts'

const targetOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const typesPath = 'server/db/tables.ts'
const schemaPath = 'test/schema.txt'

const dataDir = await mkdtemp(join(tmpdir(), 'koyoi-types-'))
const server = await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line) })
try {
  await migrate(server.url)
  const database = openDatabase(server.url, { maxConnections: 1 })
  await writeFile(targetOf(typesPath), await describeTables(database.sql))
  await writeFile(targetOf(schemaPath), await describeSchema(database.sql))
  await database.close()
  console.log(`wrote ${typesPath} and ${schemaPath}`)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
