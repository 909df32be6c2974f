import type { Passkey } from '#contract/account/passkeys.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { readPasskeyName } from '#domain/account/passkey.ts'
import type { Context } from '#server/context.ts'
import { shownColumns, toPasskey } from '../queries.ts'

/** Renames one of the member's passkeys; another member's is not found. */
export const renamePasskey = async (
  { db }: Pick<Context, 'db'>,
  memberId: string,
  input: { passkeyId: string; name: string },
): Promise<Passkey | Refusal<'notFound' | 'passkeyNameEmpty' | 'passkeyNameTooLong' | 'nameNotShown'>> => {
  const name = readPasskeyName(input.name)
  if (isRefusal(name)) return name
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', input.passkeyId)
    .where('member_id', '=', memberId)
    .returning(shownColumns)
    .executeTakeFirst()
  return row ? toPasskey(row) : refuse('notFound')
}
