import type { Tx } from '#server/db/database.ts'

/** Part of a member's erasure: deletes every mail and SMS to the member, with address and number. */
export const eraseMail = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('outgoing_mail').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('outgoing_sms').where('member_id', '=', memberId).execute()
}
