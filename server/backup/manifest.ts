import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'

/** Raised when the layout of a backup changes; a backup of another format is refused. */
export const backupFormat = 1

export const manifestName = 'manifest.json'
export const secretName = 'secret'
/** The sandbox's payments, where test cards are accepted. */
export const sandboxName = 'sandbox-payments.jsonl'

const plainName = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const tableDump = z.object({ name: plainName, columns: z.array(plainName), rows: z.int() })
export type TableDump = z.infer<typeof tableDump>

/** The last entry of a backup: its contents, and the versions that made it. */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  /** The versions that made it. */
  app: z.string(),
  postgres: z.string(),
  /** The migrations that had been applied to the database. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableDump),
  /** The used sequences, with the last number of each. */
  sequences: z.array(z.object({ name: plainName, value: z.string().check(z.regex(/^\d+$/)) })),
  /** Defects of the ledger that existed already. */
  ledgerDefects: z.int(),
  /** Whether the backup includes originals, or they stayed in their bucket. */
  pictures: z.enum(['included', 'bucket']),
  /** Where the signing secret is: in the backup, or in the setting APP_SECRET. */
  secret: z.object({ origin: z.enum(['included', 'setting']), mark: z.string() }),
  entries: z.array(z.object({ name: z.string(), bytes: z.int(), sha256 })),
})
export type Manifest = z.infer<typeof manifestSchema>

export const tableEntryName = (table: string): string => `tables/${table}.copy`

/** A fingerprint for comparing two secrets; it reveals nothing of the secret. */
export const secretFingerprint = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('koyoi backup').digest('hex').slice(0, 16)
