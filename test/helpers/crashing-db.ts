import { CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from 'kysely'
import { PostgresJSDialect } from 'kysely-postgres-js'
import type { Db, Sql } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

/** The moment at which a process dies: at its n-th statement, from 0, BEGIN and COMMIT counted. */
export interface Cut {
  statement: number
  /** The statement never left the process, or it was executed and its answer never arrived. */
  when: 'unsent' | 'unanswered'
}

/** The error of every statement of a dead process. */
export class ProcessDied extends Error {
  override name = 'ProcessDied'
}

interface CrashingDb {
  db: Db
  /** What was sent so far. */
  statements: readonly string[]
  isDead(): boolean
}

interface CrashingDbOptions {
  cut?: Cut
  /** Ends a session by the number of its server process. Without it the open transaction is rolled back. */
  terminate?: (pid: number) => Promise<void>
}

/**
 * The database as seen by a process that dies at the cut: nothing that it sends later arrives, and what it
 * had not committed is rolled back. Its connections come from the pool of `sql`.
 */
export function crashingDb(sql: Sql, options: CrashingDbOptions = {}): CrashingDb {
  const life = new Life(options)
  const db = new Kysely<Tables>({ dialect: new MortalDialect(sql, life) })
  return { db, statements: life.statements, isDead: () => life.isOver }
}

/**
 * Ends the session of a server process, and returns when its open transaction is rolled back.
 * `pg_terminate_backend` can wait as well, but looks only every 100 ms.
 */
export async function endSession(sql: Sql, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid})`
  const isThere = async () => (await sql`select from pg_stat_activity where pid = ${pid}`).length > 0
  while (await isThere());
}

type Execute = (query: CompiledQuery) => Promise<QueryResult<unknown>>

class Life {
  readonly statements: string[] = []
  isOver = false
  readonly #options: CrashingDbOptions

  constructor(options: CrashingDbOptions) {
    this.#options = options
  }

  async guard(connection: DatabaseConnection): Promise<void> {
    const execute = connection.executeQuery.bind(connection) as Execute
    const pid = this.#options.terminate ? await pidOf(execute) : 0
    connection.executeQuery = ((query) =>
      this.#send(query, execute, pid)) as DatabaseConnection['executeQuery']
  }

  async #send(query: CompiledQuery, execute: Execute, pid: number): Promise<QueryResult<unknown>> {
    // The server has rolled back already, so nothing is sent.
    if (this.isOver && query.sql === 'rollback') return { rows: [] }
    if (this.isOver) throw new ProcessDied(query.sql)
    const nth = this.statements.push(query.sql) - 1
    const { cut, terminate } = this.#options
    if (nth !== cut?.statement) return execute(query)
    if (cut.when === 'unanswered') await execute(query)
    this.isOver = true
    // What the server does with the session of a client that is gone.
    await (terminate ? terminate(pid) : execute(CompiledQuery.raw('rollback')))
    // The pool must not hand out this connection before it has noticed its end.
    if (terminate) await isAnother(execute)
    throw new ProcessDied(`${cut.when}: ${query.sql}`)
  }
}

class MortalDialect extends PostgresJSDialect {
  readonly #life: Life

  constructor(sql: Sql, life: Life) {
    super({ postgres: sql })
    this.#life = life
  }

  override createDriver() {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options)
      await this.#life.guard(connection)
      return connection
    }
    return driver
  }
}

async function pidOf(execute: Execute): Promise<number> {
  const { rows } = await execute(CompiledQuery.raw('select pg_backend_pid() as pid'))
  return (rows as { pid: number }[])[0]?.pid ?? 0
}

/**
 * A terminated session reports that first, its socket closes a moment later, and then the driver opens
 * another.
 */
async function isAnother(execute: Execute): Promise<void> {
  const isAnswered = () =>
    execute(CompiledQuery.raw('select 1')).then(
      () => true,
      () => false,
    )
  for (let tries = 0; tries < 10 && !(await isAnswered()); tries++);
}
