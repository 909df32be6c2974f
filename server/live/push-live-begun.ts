import { japaneseDayStart } from '#domain/live/daily-limit.ts'
import type { Context } from '#server/context.ts'
import { queueFollowerAnnouncement } from '#server/favourites/follower-announcements.ts'
import { pushFavouriteLive } from '#server/push/actions/push-favourite-live.ts'

/** Tells followers that the broadcaster is live: once a Japanese day. It runs beside everything else. */
export const pushLiveBegun = (context: Context, broadcasterId: string): void =>
  context.push.beside('favouriteLive', async () => {
    const toldAt = new Date(context.now())
    const told = await context.db
      .insertInto('live_told')
      .values({ member_id: broadcasterId, told_at: toldAt })
      .onConflict((conflict) =>
        conflict
          .column('member_id')
          .doUpdateSet({ told_at: toldAt })
          .where('live_told.told_at', '<', new Date(japaneseDayStart(context.now()))),
      )
      .returning('member_id')
      .executeTakeFirst()
    if (!told) return
    const subject = `${broadcasterId}:${toldAt.toISOString()}`
    await queueFollowerAnnouncement(context.db, { kind: 'favouriteLive', subject, broadcasterId })
    await pushFavouriteLive(context, broadcasterId)
  })
