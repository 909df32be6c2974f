import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'

/** Raised when the layout of a backup changes; one of another format is refused. */
export const backupFormat = 1

export const manifestName = 'manifest.json'
export const secretName = 'secret'
/** What the sandbox was paid, where test cards are taken. */
export const sandboxName = 'sandbox-payments.jsonl'

const plainName = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const tableDump = z.object({ name: plainName, columns: z.array(plainName), rows: z.int() })
export type TableDump = z.infer<typeof tableDump>

/** The last entry of a backup: what is in it, and what made it. */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  /** The versions that made it. */
  app: z.string(),
  postgres: z.string(),
  /** What had been applied to the database. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableDump),
  /** Those that were used, with the last number each gave. */
  sequences: z.array(z.object({ name: plainName, value: z.string().check(z.regex(/^\d+$/)) })),
  /** What was wrong with the ledger already. */
  ledgerDefects: z.int(),
  /** Whether originals are in the backup, or stayed in their bucket. */
  pictures: z.enum(['included', 'bucket']),
  /** Where the signing secret is: in the backup, or in the setting APP_SECRET. */
  secret: z.object({ origin: z.enum(['included', 'setting']), mark: z.string() }),
  entries: z.array(z.object({ name: z.string(), bytes: z.int(), sha256 })),
})
export type Manifest = z.infer<typeof manifestSchema>

export const tableEntryName = (table: string): string => `tables/${table}.copy`

/** By it two secrets can be compared; it tells nothing of the secret. */
export const markOf = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('koyoi backup').digest('hex').slice(0, 16)
