import type { CallKind } from '#contract/calls/calls.ts'
import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import type { RateBounds } from '#contract/people/rates.ts'
import { decideBounds } from '#domain/people/rates.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Sets the bounds of the rates that broadcasters choose from now on; a stored rate stays. Refusals by
 * `decideBounds`.
 * @returns the bounds before
 */
export const setRateBounds = async (
  tx: Tx,
  { kind, ...wanted }: RateBounds & { kind: CallKind },
): Promise<RateBounds | Refusal<'rateBoundsWrong'>> => {
  const bounds = decideBounds(wanted)
  if (isRefusal(bounds)) return bounds
  const before = await tx
    .selectFrom('call_rate_bound')
    .select(['min_points as min', 'max_points as max'])
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('call_rate_bound')
    .set({ min_points: bounds.min, max_points: bounds.max })
    .where('kind', '=', kind)
    .execute()
  return before
}

/** The same for the rates of live rooms; the bounds were decided before. */
export const setRoomRateBounds = async (
  tx: Tx,
  bounds: { watch: RateBounds; call: RateBounds },
): Promise<void> => {
  for (const [kind, { min, max }] of [
    ['liveWatch', bounds.watch],
    ['liveCall', bounds.call],
  ] as const)
    await tx
      .updateTable('call_rate_bound')
      .set({ min_points: min, max_points: max })
      .where('kind', '=', kind)
      .execute()
}
