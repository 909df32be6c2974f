import type {
  NotificationChannel,
  NotificationKind,
  QuietHours,
} from '#contract/notifications/notification-settings.ts'
import {
  isWanted,
  noSettings,
  type StoredChoices,
  type StoredSettings,
} from '#domain/notifications/notification-settings.ts'
import type { Db, Tx } from '#server/db/database.ts'

interface Row {
  choices: unknown
  quiet_hours: unknown
}
/** What `storeSettings` wrote. */
const storedOf = (row: Row): StoredSettings => ({
  choices: row.choices as StoredChoices,
  quietHours: row.quiet_hours as Partial<QuietHours>,
})

/** The members' choices, by id; members without choices are missing. */
const settingsByIds = async (
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, StoredSettings>> => {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('notification_setting')
    .select(['member_id', 'choices', 'quiet_hours'])
    .where('member_id', 'in', memberIds)
    .execute()
  return new Map(rows.map((row) => [row.member_id, storedOf(row)]))
}

export const settingsOf = async (db: Db | Tx, memberId: string): Promise<StoredSettings> =>
  (await settingsByIds(db, [memberId])).get(memberId) ?? noSettings

/** Those of the members who want this kind on this channel. */
export const whoWants = async (
  db: Db | Tx,
  memberIds: readonly string[],
  kind: NotificationKind,
  channel: NotificationChannel,
): Promise<string[]> => {
  const chosen = await settingsByIds(db, memberIds)
  return memberIds.filter((id) => isWanted(chosen.get(id) ?? noSettings, kind, channel))
}

/** Locks the member's row, and makes one if there is none, for one change at a time. */
export const settingsToChange = async (tx: Tx, memberId: string): Promise<StoredSettings> => {
  await tx
    .insertInto('notification_setting')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute()
  const row = await tx
    .selectFrom('notification_setting')
    .select(['choices', 'quiet_hours'])
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return storedOf(row)
}

export const storeSettings = async (tx: Tx, memberId: string, settings: StoredSettings): Promise<void> => {
  await tx
    .updateTable('notification_setting')
    .set({ choices: { ...settings.choices }, quiet_hours: { ...settings.quietHours } })
    .where('member_id', '=', memberId)
    .execute()
}

/** Deletes the member's choices and notifications, and those of others that tell of the member. */
export const eraseNotifications = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('notification_setting').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('member_notice').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('member_notice').where('actor_id', '=', memberId).execute()
  await tx.deleteFrom('member_notice_once').where('member_id', '=', memberId).execute()
}
