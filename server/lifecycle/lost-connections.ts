import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'

/** The codes of postgres.js and the operating system for a connection that died under a query. */
const lostConnectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  // PostgreSQL itself: admin_shutdown, crash_shutdown, cannot_connect_now.
  '57P01',
  '57P02',
  '57P03',
])

export const isLostConnectionCode = (code: unknown): boolean => lostConnectionCodes.has(String(code))

export const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && isLostConnectionCode(error.code)

/** The operating system's codes for an unreachable database. */
const unreachableCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Class 53, insufficient resources (a full disk, too many connections), and read_only_sql_transaction. */
const refusesWork = /^(?:53\w{3}|25006)$/

/** Whether a request failed because the database can't be reached or can't work at the moment, not by a bug. */
export const isDatabaseAway = (error: unknown): boolean =>
  isLostConnection(error) ||
  (error instanceof Error &&
    'code' in error &&
    (unreachableCodes.has(String(error.code)) || refusesWork.test(String(error.code))))

/**
 * The driver leaves one of its own promises without a handler when a connection dies while it reads the array types.
 * A restart of the database must not end the app, so such a rejection is logged; any other unhandled rejection is a
 * bug and is thrown.
 * @returns a function that removes the handler
 */
export const surviveLostConnections = (log: Log): (() => void) => {
  const onUnheard = (reason: unknown) => {
    if (!isLostConnection(reason)) throw reason
    log.error('connection-lost-unheard', { error: reason })
  }
  process.on('unhandledRejection', onUnheard)
  return () => process.off('unhandledRejection', onUnheard)
}

const retryPauseMs = 500

/**
 * Repeats `work` every 500 ms as long as it fails by a lost connection (`isLostConnection`). Any other error is thrown,
 * also that of a host that can't be reached and of a database that refuses work (`isDatabaseAway`).
 */
export const retryWhileDisconnected = async <Result>(
  log: Log,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLostConnection(error)) throw error
      log.error('database-away', { what, error })
      await delay(retryPauseMs)
    }
  }
}
