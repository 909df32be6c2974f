import { sql } from 'kysely'
import type { healthEndpoints } from '../../contract/health.ts'
import { refuse } from '../../contract/refusal.ts'
import type { HandlersOf } from '../http/handlers.ts'

/** A database that doesn't answer within this time doesn't serve. */
const databaseTimeoutMs = 2_000

export const healthHandlers: HandlersOf<typeof healthEndpoints> = {
  health: async ({ context }) => {
    const answered = sql`select 1`.execute(context.db).then(
      () => true,
      () => false,
    )
    const timedOut = new Promise<boolean>((resolve) => setTimeout(resolve, databaseTimeoutMs, false).unref())
    const database = await Promise.race([answered, timedOut])
    const media = context.media.isUp()
    return database && media ? { status: 'ok', database, media } : refuse('notReady')
  },
}
