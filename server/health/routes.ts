import { sql } from 'kysely'
import type { healthEndpoints } from '../../contract/health.ts'
import { refuse } from '../../contract/refusal.ts'
import type { Context } from '../context.ts'
import type { HandlersOf } from '../http/handlers.ts'
import { oldestWaitingMailSec } from '../outbox/queries.ts'
import { within } from './within.ts'

/** A database that doesn't answer within this time doesn't serve. */
const databaseTimeoutMs = 2_000

/** A mail that rests between two tries is on its way; one that waits longer than the first three rests is held up. */
const mailHeldUpSec = 10 * 60

const isDatabaseUp = ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  within(
    databaseTimeoutMs,
    sql`select 1`.execute(db).then(() => true),
    false,
  )

const isMailMoving = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<boolean> =>
  within(
    databaseTimeoutMs,
    oldestWaitingMailSec(db, now()).then((seconds) => seconds < mailHeldUpSec),
    false,
  )

export const healthHandlers: HandlersOf<typeof healthEndpoints> = {
  health: async ({ context }) => {
    const database = await isDatabaseUp(context)
    const media = context.media.isUp()
    return database && media ? { status: 'ok', database, media } : refuse('notReady')
  },

  ready: async ({ context }) => {
    if (!context.readiness.isOpen() || !context.media.isUp()) return refuse('notReady')
    return (await isDatabaseUp(context)) ? { status: 'ready' } : refuse('notReady')
  },

  getServiceStatus: async ({ context }) => {
    const [account, isMoving] = await Promise.all([isDatabaseUp(context), isMailMoving(context)])
    const parts = {
      account,
      calls: account && context.media.isUp(),
      ...(context.mailer.isThere ? { mail: account && isMoving } : {}),
    }
    return { type: 'success', parts }
  },
}
