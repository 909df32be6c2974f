import type { BookingMoment } from '#contract/bookings/bookings.ts'
import { triedMs } from '#domain/push/delivery.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { hasOpenPage } from '#server/people/presence-rows.ts'
import { addressesOf } from '#server/push/addresses.ts'
import { mayPush } from '#server/push/may-push.ts'
import { partnerFor } from '#server/push/partner.ts'

/** What one side is notified of. */
export interface BookingNotice {
  memberId: string
  partnerId: string
  bookingId: string
  moment: BookingMoment
  /** ISO 8601. */
  startsAt: string
}

/** A phone that comes back after this time gets no push; the notification in the app stays. */
const retentionMs = 60 * 60_000

/** The notifications in the app, with the event that causes them. */
export const addBookingNotices = async (tx: Tx, notices: readonly BookingNotice[]): Promise<void> => {
  await addMemberNotices(
    tx,
    notices.map(({ memberId, partnerId, bookingId, moment, startsAt }) => ({
      memberId,
      actorId: partnerId,
      once: `${bookingId}:${moment}`,
      about: { kind: 'booking', moment, startsAt },
    })),
  )
}

/** After the commit, beside everything else. */
export const pushBookingNotices = (context: Context, notices: readonly BookingNotice[]): void => {
  for (const notice of notices) context.push.beside('booking', () => pushTo(context, notice))
}

const pushTo = async (context: Context, notice: BookingNotice): Promise<void> => {
  if (await hasOpenPage(context, notice.memberId)) return
  if (!(await mayPush(context, notice.memberId, 'booking'))) return
  const partner = await partnerFor(context, notice.memberId, notice.partnerId)
  if (!partner) return
  const delivery = {
    message: { kind: 'booking', moment: notice.moment, startsAt: Date.parse(notice.startsAt), ...partner },
    urgency: notice.moment === 'soon' || notice.moment === 'starting' ? 'high' : 'normal',
    topic: notice.bookingId.replaceAll('-', ''),
    tryUntil: performance.now() + triedMs,
    keptMs: retentionMs,
  } as const
  const addresses = await addressesOf(context.db, notice.memberId, context.push.service)
  await Promise.all(addresses.map((to) => context.push.deliver(to, delivery)))
}
