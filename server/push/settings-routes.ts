import type {
  NotificationSettings,
  notificationSettingsEndpoints,
} from '#contract/notifications/notification-settings.ts'
import { mailMaskedForOwner } from '#domain/account/mail-address.ts'
import { choicesOf, quietHoursOf } from '#domain/notifications/notification-settings.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { mailAddressesOf } from '#server/members/queries.ts'
import { settingsOf } from '#server/notifications/settings-queries.ts'
import { updateNotificationSettings } from './actions/update-notification-settings.ts'

export const notificationSettingsHandlers: HandlersOf<typeof notificationSettingsEndpoints> = {
  getNotificationSettings: async ({ context, viewer }) => ({
    type: 'success',
    settings: await shownTo(context, viewer.memberId),
  }),

  updateNotificationSettings: async ({ context, viewer, input }) =>
    (await updateNotificationSettings(context, viewer.memberId, input)) ?? {
      type: 'success',
      settings: await shownTo(context, viewer.memberId),
    },
}

const shownTo = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  memberId: string,
): Promise<NotificationSettings> => {
  const [settings, addresses] = await Promise.all([
    settingsOf(db, memberId),
    mailAddressesOf(db, [memberId], config.demo),
  ])
  const own = addresses.get(memberId)
  return {
    choices: choicesOf(settings),
    quietHours: quietHoursOf(settings),
    mailAddress: own ? mailMaskedForOwner(own.email) : null,
  }
}
