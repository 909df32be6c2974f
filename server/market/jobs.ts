import type { TrackingState } from '#contract/market/market.ts'
import { trackingStates } from '#contract/market/market.ts'
import type { Context } from '#server/context.ts'
import { applyOwnEvent } from './actions/apply-market-event.ts'

/** One round; the next one continues. */
const perRound = 200

/** Every minute: asks the carrier for the parcels on their way, and takes the steps that are due by the clock. */
export const moveMarket = async (context: Context): Promise<void> => {
  await trackParcels(context)
  const due = await context.db
    .selectFrom('market_transaction')
    .select('id')
    .where('due_at', '<=', new Date(context.now()))
    .orderBy('due_at')
    .limit(perRound)
    .execute()
  // One that fails doesn't hold up the others.
  const apply = (id: string, type: 'tick' | 'itemGone') =>
    applyOwnEvent(context, id, { type }).catch((error: unknown) =>
      context.log.error('market-tick-failed', { transactionId: id, error }),
    )
  for (const { id } of due) await apply(id, 'tick')
  for (const id of await leftBehind(context)) await apply(id, 'itemGone')
}

/** Purchases that were made while their seller left, and that the leaving didn't see. */
const leftBehind = async ({ db }: Context): Promise<string[]> => {
  const rows = await db
    .selectFrom('market_transaction as t')
    .innerJoin('member as s', 's.id', 't.seller_id')
    .select('t.id')
    .where('t.phase', '=', 'paid')
    .where('s.role', '=', 'closed')
    .orderBy('t.id')
    .limit(perRound)
    .execute()
  return rows.map(({ id }) => id)
}

const trackParcels = async (context: Context): Promise<void> => {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const parcels = await context.db
      .selectFrom('market_transaction')
      .select(['id', 'label_code', 'shipped_at', 'tracking'])
      .where('phase', '=', 'shipped')
      .where('id', '>', after)
      .orderBy('id')
      .limit(perRound)
      .execute()
    for (const parcel of parcels)
      await trackParcel(context, parcel).catch((error: unknown) =>
        context.log.error('market-parcel-not-tracked', { transactionId: parcel.id, error }),
      )
    if (parcels.length < perRound) return
    after = parcels.at(-1)?.id ?? after
  }
}

interface Parcel {
  id: string
  label_code: string | null
  shipped_at: Date | null
  tracking: string | null
}

/** The state of a parcel never goes back, whatever the carrier says. */
const isLater = (state: TrackingState, known: string | null): boolean =>
  trackingStates.indexOf(state) > trackingStates.indexOf(known as TrackingState)

const trackParcel = async (
  context: Context,
  { id, label_code, shipped_at, tracking }: Parcel,
): Promise<void> => {
  if (label_code === null || shipped_at === null) return
  const state = await context.shipping.track({ code: label_code, handedInAt: shipped_at.getTime() })
  if (state === null) return
  if (isLater(state, tracking))
    await context.db
      .updateTable('market_transaction')
      .set({ tracking: state })
      .where('id', '=', id)
      .where('phase', '=', 'shipped')
      .execute()
  if (state === 'delivered') await applyOwnEvent(context, id, { type: 'deliver' })
}
