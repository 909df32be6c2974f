import { randomUUID } from 'node:crypto'
import type { Sms } from '#adapters/sms/port.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { encryptSms } from './encrypted-sms.ts'

export interface MemberSms extends Sms {
  memberId: string
  /** When the message becomes useless. */
  expiresAt: Date
}

/** Adds an SMS that is sent once `tx` has committed: at least once, unless it expires before the service accepts it. */
export const addSms = async (
  context: Pick<Context, 'now' | 'secret'>,
  tx: Tx,
  { memberId, to, text, expiresAt }: MemberSms,
): Promise<void> => {
  const id = randomUUID()
  const at = new Date(context.now())
  await tx
    .insertInto('outgoing_sms')
    .values({
      id,
      member_id: memberId,
      encrypted: encryptSms(context, id, { to, text }),
      created_at: at,
      next_try_at: at,
      expires_at: expiresAt,
    })
    .execute()
}
