import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { endPhoneCodesWithin } from './end-phone-codes.ts'

/**
 * Takes a member's number away, and ends the code on its way to one. That the account once had it stays known by its
 * keyed hash (`member.phone_keys`), and that it had its points.
 */
export const removePhone = async (context: Pick<Context, 'db' | 'now'>, memberId: string): Promise<void> => {
  await context.db.transaction().execute(async (tx) => {
    await endPhoneCodesWithin(context, tx, memberId)
    await tx.deleteFrom('member_phone').where('member_id', '=', memberId).execute()
  })
}

/** For the erasure of a person who has quit: his number, every trace by which it could be recognised, and his codes. */
export const erasePhoneWithin = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('phone_code').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('member_phone').where('member_id', '=', memberId).execute()
  await tx.updateTable('member').set({ phone_keys: [] }).where('id', '=', memberId).execute()
}
