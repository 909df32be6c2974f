import type { Context } from '../context.ts'
import { applyEvent } from './actions/apply-event.ts'

/**
 * After a start: the media rooms of an earlier process are gone, so every open call ends, settled from its last
 * report and with the point-back rule, and every ring is over.
 */
export const recoverCalls = async (context: Context): Promise<number> => {
  const open = await context.db.selectFrom('call').select('id').where('phase', '<>', 'ended').execute()
  for (const { id } of open) {
    // One call that can't be settled must not keep the product from starting; its seats stay taken.
    await applyEvent(context, id, { type: 'serverRecovered' }).catch((error: unknown) =>
      context.log.error('call-not-recovered', { callId: id, error }),
    )
  }
  return open.length
}
