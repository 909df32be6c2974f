import type { noticesEndpoints } from '#contract/notifications/notifications.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { markRead, notificationsOf } from './queries.ts'

export const noticesHandlers: HandlersOf<typeof noticesEndpoints> = {
  getNotifications: async ({ context, viewer, input }) => ({
    type: 'success',
    ...(await notificationsOf(context.db, viewer, input)),
  }),
  markNotificationsRead: async ({ context, viewer, input }) => {
    await markRead(context.db, viewer.memberId, input)
    await context.events.publish(context.db, { type: 'notices:changed', memberId: viewer.memberId })
    return { type: 'success' }
  },
}
