/** `npm run db:types`: migrates a scratch database and writes its tables as types to server/db/tables.ts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { describeTables } from './table-types.ts'

const target = fileURLToPath(new URL('../server/db/tables.ts', import.meta.url))

const dataDir = await mkdtemp(join(tmpdir(), 'koyoi-types-'))
const server = await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line) })
try {
  await migrate(server.url)
  const database = openDatabase(server.url, { maxConnections: 1 })
  await writeFile(target, await describeTables(database.sql))
  await database.close()
  console.log(`wrote ${target}`)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
