import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { AvailabilityRequest } from '#contract/people/availability.ts'
import { availabilityRequestLifeMs, decideAvailabilityRequest } from '#domain/people/availability.ts'
import type { Context } from '#server/context.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { memberById } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { openAvailabilityRequests } from '../availability-requests.ts'

/**
 * Stores a caller's request to be notified once when the broadcaster is on standby. A block isn't looked at: behind
 * one the request is accepted like any other, and never answered. A broadcaster who is free already answers it in
 * the next round.
 *
 * The order of the refusals: forbidden (not a caller), notFound, availabilityTooMany.
 */
export const requestAvailability = (
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  partnerId: string,
): Promise<AvailabilityRequest[] | Refusal<'forbidden' | 'notFound' | 'availabilityTooMany'>> =>
  inTransaction<AvailabilityRequest[] | Refusal<'forbidden' | 'notFound' | 'availabilityTooMany'>>(
    db,
    async (tx) => {
      if (viewer.role !== 'caller') return refuse('forbidden')
      await lockName(tx, `availability:${viewer.memberId}`)
      const partner = await memberById(tx, partnerId)
      if (partner?.role !== 'broadcaster') return refuse('notFound')
      const open = await openAvailabilityRequests(tx, viewer.memberId)
      const isOpen = open.some((request) => request.partnerId === partnerId)
      const refused = decideAvailabilityRequest({ open: open.length, isOpen })
      if (refused) return refused
      if (isOpen) return open
      await sql`
        INSERT INTO availability_request (caller_id, broadcaster_id, expires_at)
        VALUES (${viewer.memberId}, ${partnerId}, now() + make_interval(secs => ${availabilityRequestLifeMs / 1000}))
        ON CONFLICT (caller_id, broadcaster_id)
          DO UPDATE SET requested_at = excluded.requested_at, expires_at = excluded.expires_at`.execute(tx)
      return openAvailabilityRequests(tx, viewer.memberId)
    },
  )

/** Takes the request back; one that is over already, or never was, changes nothing. */
export const cancelAvailability = async (
  { db }: Pick<Context, 'db'>,
  { memberId }: Viewer,
  partnerId: string,
): Promise<AvailabilityRequest[]> => {
  await db
    .deleteFrom('availability_request')
    .where('caller_id', '=', memberId)
    .where('broadcaster_id', '=', partnerId)
    .execute()
  return openAvailabilityRequests(db, memberId)
}
