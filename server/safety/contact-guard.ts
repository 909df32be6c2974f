import type { Refusal } from '#contract/core/refusal.ts'
import type { ContactGuard } from '#contract/moderation/moderation.ts'
import { decideContact, findContactOver } from '#domain/safety/contact-guard.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** The operators' setting for everybody. */
export const contactGuardSetting = async (db: Db | Tx): Promise<ContactGuard> => {
  const row = await db.selectFrom('safety_setting').select('contact_guard').executeTakeFirstOrThrow()
  return row.contact_guard as ContactGuard
}

interface GuardedText {
  text: string
  /** The sender's last texts to the same partner, the newest last: a number may come in pieces. */
  earlier?: readonly string[]
  /** The sender was warned about this text and sends it nevertheless. */
  isWarned: boolean
}

/** Whether a text may be sent; null when it may. Reads the setting only if something was found. */
export const contactGuardDecision = async (
  db: Db | Tx,
  { text, earlier = [], isWarned }: GuardedText,
): Promise<null | Refusal<'contactWarning' | 'contactRefused'>> => {
  const found = findContactOver(earlier, text)
  return found === null ? null : decideContact(await contactGuardSetting(db), found, isWarned)
}
