import { StorageUnavailable } from '#adapters/storage/port.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Log } from '#server/lifecycle/log.ts'
import { isDatabaseAway } from '#server/lifecycle/lost-connections.ts'

/**
 * What a request is refused with that ended with an exception; it is logged. A database that is away fails every
 * request: that is said once by those who watch it (`database-not-writable`), and here only at `debug`.
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
