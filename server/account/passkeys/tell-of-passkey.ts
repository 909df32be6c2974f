import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { addMemberNotices } from '../../notices/add-member-notices.ts'
import { passkeyAddedMail, passkeyDeletedMail } from '../mail-texts.ts'
import { tellByMail } from '../tell-by-mail.ts'

const mails = { passkeyAdded: passkeyAddedMail, passkeyDeleted: passkeyDeletedMail }

/** In the app, and by mail where there is an address: whoever didn't do it hears of it. */
export const tellOfPasskeyWithin = async (
  context: Pick<Context, 'now'>,
  tx: Tx,
  memberId: string,
  { kind, passkeyName }: { kind: keyof typeof mails; passkeyName: string },
): Promise<void> => {
  await addMemberNotices(tx, [{ memberId, about: { kind, passkeyName } }])
  const { name, email } = await tx
    .selectFrom('member')
    .select(['name', 'email'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (email === null) return
  await tellByMail(context, tx, { id: memberId, name, email }, (values) =>
    mails[kind]({ ...values, passkeyName }),
  )
}
