import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { phoneCodeTriesMax, readPhoneCode } from '#domain/account/phone-code.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import { lockMember } from '#server/members/member-lock.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { grantPhonePoints } from '#server/points/phone-grant.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'
import { notifyOwner } from '../notify-owner.ts'
import { maskedNumberOf } from '../phone/phone-numbers.ts'

interface TriedCode {
  id: string
  numberKey: string
  encryptedNumber: Buffer
  codeKey: string
  /** False: the text was withheld, so a member who knows the code has guessed it. */
  isSent: boolean
  /** Including this one. */
  tries: number
}

interface VerifiedPhone {
  phone: { maskedNumber: string; verifiedAt: string }
  grantedPoints: number
  session: OpenedSession
}

type VerifyRefusal = 'phoneCodeMalformed' | 'phoneCodeWrong' | 'phoneCodeGone' | 'phoneTaken' | 'forbidden'

/**
 * Makes a number the account's by the code that was texted to it, replaces the number before, and grants the
 * points of a verified phone. A number of another account stays with that account: the person who holds the
 * phone is told so.
 */
export const verifyPhoneCode = async (
  context: Context,
  viewer: Viewer,
  { code: written, userAgent }: { code: string; userAgent: string },
): Promise<VerifiedPhone | Refusal<VerifyRefusal>> => {
  const digits = readPhoneCode(written)
  if (isRefusal(digits)) return digits
  const code = await countTry(context.db, viewer.memberId, context.now())
  if (!code) return refuse('phoneCodeGone')
  const typed = keyedHash(context.secret, 'phoneCode', `${code.id}:${digits}`)
  if (!timingSafeEqual(Buffer.from(typed), Buffer.from(code.codeKey)) || !code.isSent)
    return refuse(code.tries < phoneCodeTriesMax ? 'phoneCodeWrong' : 'phoneCodeGone')
  // A refusal in it is committed: the code is used up.
  const verified = await context.db
    .transaction()
    .execute((tx) => claimNumber(context, tx, viewer, { ...code, userAgent }))
  if (!isRefusal(verified)) context.sessions.evict(viewer.sessionKey)
  return verified
}

/**
 * Counted and committed before the digits are compared: of many concurrent attempts at most five are
 * compared.
 */
const countTry = async (db: Db, memberId: string, nowMs: number): Promise<TriedCode | null> => {
  const row = await db
    .updateTable('phone_code')
    .set({ tries: sql`tries + 1` })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .where('tries', '<', phoneCodeTriesMax)
    .returning([
      'id',
      'number_key as numberKey',
      'number_encrypted as encryptedNumber',
      'code_key as codeKey',
      'is_sent as isSent',
      'tries',
    ])
    .executeTakeFirst()
  return row ?? null
}

const claimNumber = async (
  context: Context,
  tx: Tx,
  { memberId, sessionKey }: Viewer,
  { id, numberKey, encryptedNumber, userAgent }: TriedCode & { userAgent: string },
): Promise<VerifiedPhone | Refusal<'phoneCodeGone' | 'phoneTaken' | 'forbidden'>> => {
  const at = new Date(context.now())
  // Locked before its codes, its sessions and the number, in the same order as everywhere.
  await lockMember(tx, memberId)
  if (!(await useUp(tx, id, at))) return refuse('phoneCodeGone')
  await lockName(tx, `phone:${numberKey}`)
  if (await isTaken(tx, numberKey, memberId)) return refuse('phoneTaken')
  await recordSharing(tx, memberId, numberKey)
  const session = await rotateSession(context, tx, sessionKey)
  if (!session) return refuse('forbidden')
  const before = await replaceNumber(tx, memberId, { numberKey, encryptedNumber, at })
  if (before !== null && before !== numberKey)
    await notifyOwner(context, tx, 'phoneChanged', {
      memberId,
      sessionKey: session.sessionKey,
      userAgent,
    })
  const grantedPoints = await grantPhonePoints(context, tx, { memberId, phoneKey: numberKey })
  const maskedNumber = maskedNumberOf(context, memberId, encryptedNumber)
  return { phone: { maskedNumber, verifiedAt: at.toISOString() }, grantedPoints, session }
}

/** Of two concurrent requests only one finds it unused. */
const useUp = async (tx: Tx, id: string, at: Date): Promise<boolean> =>
  (await tx
    .updateTable('phone_code')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

const isTaken = async (tx: Tx, numberKey: string, memberId: string): Promise<boolean> =>
  (await tx
    .selectFrom('member_phone')
    .select('member_id')
    .where('number_key', '=', numberKey)
    .where('member_id', '!=', memberId)
    .executeTakeFirst()) !== undefined

/** @returns the key of the number that the member had before, null for none */
const replaceNumber = async (
  tx: Tx,
  memberId: string,
  { numberKey, encryptedNumber, at }: { numberKey: string; encryptedNumber: Buffer; at: Date },
): Promise<string | null> => {
  const before = await tx
    .selectFrom('member_phone')
    .select('number_key')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const kept = { number_key: numberKey, number_encrypted: encryptedNumber, verified_at: at }
  await tx
    .insertInto('member_phone')
    .values({ member_id: memberId, ...kept })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(kept))
    .execute()
  return before?.number_key ?? null
}

/**
 * Permanent: a person who gives up a number and verifies it with another account is still the same person.
 */
const recordSharing = async (tx: Tx, memberId: string, numberKey: string): Promise<void> => {
  await sql`
    UPDATE member SET phone_keys = array_append(array_remove(phone_keys, ${numberKey}), ${numberKey})
    WHERE id = ${memberId}`.execute(tx)
}
