import { japaneseDayStart } from '#domain/text/japanese-day.ts'
import type { Context } from '#server/context.ts'
import { queueFollowerAnnouncement } from '#server/favourites/follower-announcements.ts'
import { pushFavouriteLive } from '#server/push/actions/push-favourite-live.ts'

/** Tells followers that the broadcaster is live: once a Japanese day. It runs beside everything else. */
export const pushLiveBegun = (context: Context, broadcasterId: string): void =>
  context.push.beside('favouriteLive', async () => {
    const announcedAt = new Date(context.now())
    const announced = await context.db
      .insertInto('live_announced')
      .values({ member_id: broadcasterId, announced_at: announcedAt })
      .onConflict((conflict) =>
        conflict
          .column('member_id')
          .doUpdateSet({ announced_at: announcedAt })
          .where('live_announced.announced_at', '<', new Date(japaneseDayStart(context.now()))),
      )
      .returning('member_id')
      .executeTakeFirst()
    if (!announced) return
    const subject = `${broadcasterId}:${announcedAt.toISOString()}`
    await queueFollowerAnnouncement(context.db, { kind: 'favouriteLive', subject, broadcasterId })
    await pushFavouriteLive(context, broadcasterId)
  })
