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
export interface BookingNews {
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
export const addBookingNotices = async (tx: Tx, news: readonly BookingNews[]): Promise<void> => {
  await addMemberNotices(
    tx,
    news.map(({ memberId, partnerId, bookingId, moment, startsAt }) => ({
      memberId,
      actorId: partnerId,
      once: `${bookingId}:${moment}`,
      about: { kind: 'booking', moment, startsAt },
    })),
  )
}

/** After the commit, beside everything else. */
export const pushBookingNews = (context: Context, news: readonly BookingNews[]): void => {
  for (const one of news) context.push.beside('booking', () => pushTo(context, one))
}

const pushTo = async (context: Context, news: BookingNews): Promise<void> => {
  if (await hasOpenPage(context, news.memberId)) return
  if (!(await mayPush(context, news.memberId, 'booking'))) return
  const partner = await partnerFor(context, news.memberId, news.partnerId)
  if (!partner) return
  const delivery = {
    message: { kind: 'booking', moment: news.moment, startsAt: Date.parse(news.startsAt), ...partner },
    urgency: news.moment === 'soon' || news.moment === 'starting' ? 'high' : 'normal',
    topic: news.bookingId.replaceAll('-', ''),
    tryUntil: performance.now() + triedMs,
    keptMs: retentionMs,
  } as const
  const addresses = await addressesOf(context.db, news.memberId, context.push.service)
  await Promise.all(addresses.map((to) => context.push.deliver(to, delivery)))
}
