import { closeBookingsOf } from '#server/bookings/actions/close-bookings.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { closeRequestsOf } from '#server/gallery/requests/apply-request-event.ts'
import { closeCallsAndRooms } from '#server/live/actions/close-calls-and-rooms.ts'
import { releaseOrders } from '#server/live/flow/actions/settle-orders.ts'

/**
 * Ends what a member under 18 has agreed on: bookings, and image requests, whose points are released. It runs in the
 * transaction that stores the birth date, before the member's row is locked: a proposal that is sent meanwhile waits, and
 * finds the new date.
 */
export const closeAgreementsOfMinor = async (context: Context, tx: Tx, memberId: string): Promise<void> => {
  await closeBookingsOf(tx, memberId)
  await closeRequestsOf(context, tx, memberId)
}

/**
 * Ends what runs of a member under 18: the ring, the call or the live room, and the menu orders that wait. It takes locks of
 * its own. Menu orders that it misses are released by the loop of the menus.
 */
export const endCallsOfMinor = async (context: Context, memberId: string): Promise<void> => {
  await closeCallsAndRooms(context, memberId)
  await releaseOrders(context, { memberId })
}
