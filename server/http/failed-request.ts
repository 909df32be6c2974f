import { StorageUnavailable } from '#adapters/storage/port.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Log } from '#server/lifecycle/log.ts'
import { isDatabaseAway } from '#server/lifecycle/lost-connections.ts'

/**
 * The refusal for a request that ended with an exception, which is logged. A database that is away fails every
 * request: the health watch logs that once (`database-not-writable`), so here it is logged at `debug` only.
 */
export const refusalOfFailure = (
  log: Log,
  request: { method: string | undefined; path: string },
  error: unknown,
): RefusalCode => {
  if (isDatabaseAway(error)) {
    log.debug('request-without-database', request)
    return 'databaseAway'
  }
  log.error('request-failed', { ...request, error })
  return error instanceof StorageUnavailable ? 'storageUnavailable' : 'serverFailure'
}
