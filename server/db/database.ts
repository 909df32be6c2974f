import { Kysely, type Transaction } from 'kysely'

import { Dialect } from './dialect.ts'
import { postgres } from './driver.ts'
import { createDriverSockets } from './driver-socket.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
/** Postgres.js itself, for hand-written SQL on hot paths. Shares the pool with `Db`. */
export type Sql = ReturnType<typeof connect> & {
  /** Connections that work or are lent out, and requests that wait for one (server/db/driver.ts). */
  pool(): { inUse: number; waiting: number }
}

export interface Database {
  db: Db
  sql: Sql
  /** Lets running queries finish for at most 5 s, then closes every connection. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Upper bound of connections this process holds. */
  maxConnections: number
  /** Longest a single statement may run; default 30 s. 0 lifts the limit (migrations). */
  statementTimeoutMs?: number
  /** How the connections call themselves in pg_stat_activity. */
  applicationName?: string
  /** A string bound to a json parameter is JSON text already, as libraries written for `pg` have it. */
  jsonStringsAreText?: boolean
}

const defaultStatementTimeoutMs = 30_000
/** A transaction that its process abandoned must not keep its row locks. */
const idleInTransactionTimeoutMs = 60_000
const connectTimeoutSec = 10
const closeTimeoutSec = 5

const int8Oid = 20
const dateOid = 1082
const jsonOids = [114, 3802]

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`int8 ${text} does not fit a JavaScript number; cast it to text in the query`)
  }
  return value
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function connect(url: string, options: DatabaseOptions) {
  return postgres(url, {
    max: options.maxConnections,
    connect_timeout: connectTimeoutSec,
    // The URL decides about TLS: `?sslmode=require` or `verify-full` for a server outside this machine.
    types: {
      int8: {
        to: int8Oid,
        from: [int8Oid],
        serialize: (value: number | bigint | string) => String(value),
        parse: parseInt8,
      },
      // A calendar day has no time zone, so it must not pass through Date.
      day: { to: dateOid, from: [dateOid], serialize: (day: string) => day, parse: (day: string) => day },
    },
    connection: {
      application_name: options.applicationName ?? 'koyoi',
      statement_timeout: options.statementTimeoutMs ?? defaultStatementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
      TimeZone: 'UTC',
    },
    onnotice: () => {},
    // The driver's types don't have this option.
    ...{ socket: createDriverSockets() },
  })
}

/**
 * Opens a connection pool; connections are made when first needed, so this never waits or fails by itself.
 *
 * int8 arrives as number (a value beyond 2^53 throws), numeric as string, timestamptz as Date,
 * date as 'YYYY-MM-DD', json and jsonb as values. Write objects and arrays into jsonb as they are:
 * a string would be stored as a JSON string.
 */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const sql = connect(url, options) as Sql
  if (options.jsonStringsAreText) {
    for (const oid of jsonOids) sql.options.serializers[oid] = jsonText
  }
  const db: Db = new Kysely<Tables>({ dialect: new Dialect({ postgres: sql }) })
  return { db, sql, close: () => sql.end({ timeout: closeTimeoutSec }) }
}
