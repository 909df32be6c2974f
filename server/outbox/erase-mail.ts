import type { Tx } from '#server/db/database.ts'

/** For who left for good: every mail and SMS to him, with his address and number. */
export const eraseMail = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('outgoing_mail').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('outgoing_sms').where('member_id', '=', memberId).execute()
}
