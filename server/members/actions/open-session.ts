import type { Context } from '#server/context.ts'
import { idHashOf, newOpaqueValue, sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { sessionMaxAgeMs } from '../sessions.ts'

export interface OpenedSession {
  memberId: string
  /** Opens the session: goes into the cookie and nowhere else. */
  cookieValue: string
  sessionKey: string
  expiresAtMs: number
}

/** Opens a session of a member. The calling code has checked who it is. */
export const openSession = async (
  context: Pick<Context, 'now'>,
  db: Db | Tx,
  input: { memberId: string; isFirstRegister: boolean; userAgent: string; deviceKey?: string },
): Promise<OpenedSession> => {
  const cookieValue = newOpaqueValue()
  const sessionKey = sessionKeyOf(cookieValue)
  const nowMs = context.now()
  const expiresAtMs = nowMs + sessionMaxAgeMs
  await db
    .insertInto('session')
    .values({
      id_hash: idHashOf(sessionKey),
      token: newOpaqueValue(),
      member_id: input.memberId,
      is_first_register: input.isFirstRegister,
      user_agent: input.userAgent || null,
      device_key: input.deviceKey ?? null,
      created_at: new Date(nowMs),
      proved_at: new Date(nowMs),
      expires_at: new Date(expiresAtMs),
    })
    .execute()
  return { memberId: input.memberId, cookieValue, sessionKey, expiresAtMs }
}
