import type { Refusal } from '#contract/core/refusal.ts'
import type { ContactGuard } from '#contract/moderation/moderation.ts'
import { decideContact, findContactOver } from '#domain/safety/contact-guard.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** What operators have set for everybody. */
export const contactGuardSetting = async (db: Db | Tx): Promise<ContactGuard> => {
  const row = await db.selectFrom('safety_setting').select('contact_guard').executeTakeFirstOrThrow()
  return row.contact_guard as ContactGuard
}

export interface GuardedText {
  text: string
  /** The sender's last texts to the same partner, the newest last: a number comes in pieces. */
  earlier?: readonly string[]
  /** He was warned of this text and sends it all the same. */
  isWarned: boolean
}

/** Whether a text may be sent; null when it may. Looks at the setting only where something was found. */
export const contactGuardDecision = async (
  db: Db | Tx,
  { text, earlier = [], isWarned }: GuardedText,
): Promise<null | Refusal<'contactWarning' | 'contactRefused'>> => {
  const found = findContactOver(earlier, text)
  return found === null ? null : decideContact(await contactGuardSetting(db), found, isWarned)
}
