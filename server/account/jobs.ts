import type { Context } from '#server/context.ts'
import { deleteOldDevices } from '#server/members/known-devices.ts'

const dayMs = 24 * 60 * 60_000
/** An ended session is stored for a week, so that questions about a device can still be answered. */
const endedSessionRetentionMs = 7 * dayMs
/** Failures and registrations count for an hour at most, codes for a day. */
const countRetentionMs = dayMs

/**
 * Nightly: deletes ended sessions, links, codes, challenges and browsers, and the counts of accounts and
 * networks.
 */
export const deleteOldSignIns = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const endedBefore = new Date(now() - endedSessionRetentionMs)
  const countedBefore = new Date(now() - countRetentionMs)
  await db
    .deleteFrom('session')
    .where((column) =>
      column.or([column('expires_at', '<', endedBefore), column('revoked_at', '<', endedBefore)]),
    )
    .execute()
  await db.deleteFrom('phone_code').where('created_at', '<', countedBefore).execute()
  await db.deleteFrom('password_reset').where('expires_at', '<', countedBefore).execute()
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', new Date(now())).execute()
  await db.deleteFrom('mail_confirmation').where('expires_at', '<', countedBefore).execute()
  await db.deleteFrom('sign_in_failure').where('last_failed_at', '<', countedBefore).execute()
  await deleteOldDevices(db, now())
  await db.deleteFrom('registration').where('registered_at', '<', countedBefore).execute()
}
