import type { PhoneStatus } from '#contract/account/phone.ts'
import { nextCodeAtMs, phoneCodeLimits, phoneCodesWindowMs } from '#domain/account/phone-code.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { phonePointsLeft } from '#server/points/phone-grant.ts'
import { decryptNumber, maskedNumberOf } from './phone-numbers.ts'

interface RequestedCode {
  numberKey: string
  atMs: number
}

/** An account's requested codes that still count, newest first. */
export const requestedCodes = async (
  db: Db | Tx,
  memberId: string,
  nowMs: number,
): Promise<RequestedCode[]> => {
  const rows = await db
    .selectFrom('phone_code')
    .select(['number_key', 'created_at'])
    .where('member_id', '=', memberId)
    .where('created_at', '>', new Date(nowMs - phoneCodesWindowMs))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({ numberKey: row.number_key, atMs: row.created_at.getTime() }))
}

/** When an account's own codes allow the next one for this number. */
export const ownNextCodeAtMs = (own: readonly RequestedCode[], numberKey: string): number => {
  const forNumber = own.filter((code) => code.numberKey === numberKey)
  return Math.max(
    nextCodeAtMs(phoneCodeLimits.account, own.map(timeOf)),
    nextCodeAtMs(phoneCodeLimits.number, forNumber.map(timeOf)),
  )
}

const timeOf = ({ atMs }: RequestedCode): number => atMs

/** What the account's owner sees of the phone number, and of the code on its way. */
export const phoneStatusOf = async (
  context: Pick<Context, 'db' | 'now' | 'secret' | 'sms'>,
  memberId: string,
): Promise<PhoneStatus> => {
  const { db, sms } = context
  const nowMs = context.now()
  const [phone, code, own, bonusPoints] = await Promise.all([
    db
      .selectFrom('member_phone')
      .select(['number_encrypted', 'verified_at'])
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
    db
      .selectFrom('phone_code')
      .select(['number_key', 'number_encrypted', 'expires_at'])
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date(nowMs))
      .executeTakeFirst(),
    requestedCodes(db, memberId, nowMs),
    phonePointsLeft(db, memberId),
  ])
  return {
    phone: phone
      ? {
          maskedNumber: maskedNumberOf(context, memberId, phone.number_encrypted),
          verifiedAt: phone.verified_at.toISOString(),
        }
      : null,
    pending: code
      ? {
          maskedNumber: maskedNumberOf(context, memberId, code.number_encrypted),
          expiresInSec: secondsUntil(code.expires_at.getTime(), nowMs),
          resendInSec: secondsUntil(ownNextCodeAtMs(own, code.number_key), nowMs),
        }
      : null,
    canSend: sms.isThere,
    bonusPoints,
  }
}

export const secondsUntil = (atMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((atMs - nowMs) / 1000))

/** For the data export: the number itself, or null without one. */
export const phoneOfMember = async (
  context: Pick<Context, 'secret'>,
  db: Db | Tx,
  memberId: string,
): Promise<{ phoneNumber: string; verifiedAt: string } | null> => {
  const row = await db
    .selectFrom('member_phone')
    .select(['number_encrypted', 'verified_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const phoneNumber = row && decryptNumber(context, memberId, row.number_encrypted)
  return phoneNumber ? { phoneNumber, verifiedAt: row.verified_at.toISOString() } : null
}
