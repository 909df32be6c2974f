import type { NotificationKind } from '#contract/notifications/notification-settings.ts'
import { allowsPush } from '#domain/notifications/notification-settings.ts'
import type { Context } from '#server/context.ts'
import { settingsOf } from '#server/notifications/settings-queries.ts'
import { isOnPushStandby } from '#server/people/push-standby.ts'

/** Whether the member wants this push now. */
export const mayPush = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  memberId: string,
  kind: NotificationKind,
): Promise<boolean> => {
  const [settings, waitsForRings] = await Promise.all([
    settingsOf(db, memberId),
    isOnPushStandby(db, memberId),
  ])
  return allowsPush(settings, kind, { nowMs: now(), waitsForRings })
}
