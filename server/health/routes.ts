import { sql } from 'kysely'
import { refuse } from '#contract/core/refusal.ts'
import type { healthEndpoints, ServiceState } from '#contract/health/health.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { withTimeout } from '#server/lifecycle/with-timeout.ts'
import { oldestWaitingMailSec } from '#server/outbox/queries.ts'
import { partsOf } from './parts.ts'

/** A database that doesn't answer within this time counts as down. */
const databaseTimeoutMs = 2_000

/** A mail waits between two tries; one that waits longer than the first three pauses is held up. */
const mailHeldUpSec = 10 * 60

const isDatabaseUp = ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  withTimeout(
    databaseTimeoutMs,
    sql`select 1`.execute(db).then(() => true),
    false,
  )

const isMailMoving = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<boolean> =>
  withTimeout(
    databaseTimeoutMs,
    oldestWaitingMailSec(db, now()).then((seconds) => seconds < mailHeldUpSec),
    false,
  )

const stateOf = (isWorking: boolean, isLimited = false): ServiceState =>
  isWorking ? (isLimited ? 'limited' : 'working') : 'stopped'

export const healthHandlers: HandlersOf<typeof healthEndpoints> = {
  health: async ({ context }) => {
    const database = await isDatabaseUp(context)
    const media = context.media.isUp()
    const parts = partsOf(context, database)
    if (!database || !media || !parts.databaseWrites) return refuse('notReady', { database, media, parts })
    const status = Object.values(parts).every(Boolean) ? 'ok' : 'degraded'
    return { status, database, media, parts }
  },

  ready: async ({ context }) => {
    const database = await isDatabaseUp(context)
    const parts = { accepting: context.readiness.isOpen(), ...partsOf(context, database) }
    const isReady = parts.accepting && database && parts.databaseWrites && context.media.isUp()
    return isReady ? { status: 'ready', parts } : refuse('notReady', { parts })
  },

  getServiceStatus: async ({ context }) => {
    const [database, isMoving] = await Promise.all([isDatabaseUp(context), isMailMoving(context)])
    const { databaseWrites, disk } = partsOf(context, database)
    const { media, mailer } = context
    const parts = {
      account: stateOf(database),
      saving: stateOf(databaseWrites, !disk),
      calls: stateOf(databaseWrites && media.isUp(), media.processesUp().includes(false)),
      ...(mailer.isThere ? { mail: stateOf(databaseWrites && isMoving) } : {}),
    }
    return { type: 'success', parts }
  },
}
