import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockMember } from '#server/members/member-lock.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { notifyOwner } from '../notify-owner.ts'
import { endPhoneCodes } from './end-phone-codes.ts'

/**
 * Removes a member's phone number and ends the code on its way to it. The account's keyed hashes of former
 * numbers (`member.phone_keys`) stay, and so do the points that it got. The member is notified as of any
 * change.
 */
export const removePhone = async (
  context: Pick<Context, 'db' | 'now' | 'mailer'>,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  userAgent: string,
): Promise<void> => {
  await context.db.transaction().execute(async (tx) => {
    await lockMember(tx, memberId)
    await endPhoneCodes(context, tx, memberId)
    const removed = await tx
      .deleteFrom('member_phone')
      .where('member_id', '=', memberId)
      .returning('member_id')
      .executeTakeFirst()
    if (removed) await notifyOwner(context, tx, 'phoneRemoved', { memberId, sessionKey, userAgent })
  })
}

/** For the erasure of a member: the number, every trace by which it could be recognised, and the codes. */
export const erasePhone = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('phone_code').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('member_phone').where('member_id', '=', memberId).execute()
  await tx.updateTable('member').set({ phone_keys: [] }).where('id', '=', memberId).execute()
}
