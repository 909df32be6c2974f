import { CompiledQuery, type Driver } from 'kysely'
import { PostgresJSDialect } from 'kysely-postgres-js'
import { isLostConnection } from '#server/lifecycle/lost-connections.ts'

/**
 * Kysely over postgres.js. A lost connection also ends its transaction: the rollback that can't be sent is no second
 * error, and the first one is thrown.
 */
export class Dialect extends PostgresJSDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    driver.rollbackTransaction = async (connection) => {
      try {
        await connection.executeQuery(CompiledQuery.raw('rollback'))
      } catch (error) {
        if (!isLostConnection(error)) throw error
      }
    }
    return driver
  }
}
