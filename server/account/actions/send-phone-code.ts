import { randomInt, randomUUID } from 'node:crypto'
import { phoneCodeDigits, phoneCodeLifeMs } from '#contract/account/phone.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { nextCodeAtMs, phoneCodeLimits, phoneCodesWindowMs } from '#domain/account/phone-code.ts'
import { internationalNumber, maskedPhoneNumber, readPhoneNumber } from '#domain/account/phone-number.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { lockMember } from '#server/members/member-lock.ts'
import { addSms } from '#server/outbox/add-sms.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'
import { encryptNumber, phoneKeyOf } from '../phone/phone-numbers.ts'
import { ownNextCodeAtMs, requestedCodes, secondsUntil } from '../phone/phone-queries.ts'
import { endPhoneCodes } from './end-phone-codes.ts'

interface CodeRequest {
  phoneNumber: string
  /** Keyed hash of the network that sends the request. */
  networkKey: string
}

interface PendingCode {
  maskedNumber: string
  expiresInSec: number
  resendInSec: number
}

interface Code {
  memberId: string
  number: string
  numberKey: string
  networkKey: string
  isSent: boolean
  expiresAt: Date
}

type SendRefusal = 'phoneNumberWrong' | 'phoneVerifiedAlready' | 'phoneCodeTooOften'

type SendContext = Pick<Context, 'db' | 'now' | 'secret' | 'config' | 'log'>

/**
 * Texts a code to a number and ends the code before. The answer reveals neither whether another account has
 * the number nor whether others requested codes for it: when the number's limit is used up, no text is sent
 * and the answer is the same.
 */
export const sendPhoneCode = async (
  context: SendContext,
  memberId: string,
  { phoneNumber, networkKey }: CodeRequest,
): Promise<PendingCode | Refusal<SendRefusal>> => {
  const number = readPhoneNumber(phoneNumber)
  if (isRefusal(number)) return number
  const numberKey = phoneKeyOf(context, number)
  return context.db.transaction().execute(async (tx) => {
    // The counts must not change meanwhile. Always locked in this order, so that two requests never deadlock:
    // the member before its codes and texts, as in deactivation.
    for (const name of [`member:${memberId}`, `number:${numberKey}`, `network:${networkKey}`])
      await lockName(tx, `phone-code:${name}`)
    await lockMember(tx, memberId)
    const nowMs = context.now()
    if (await hasNumber(tx, memberId, numberKey)) return refuse('phoneVerifiedAlready')
    const own = await requestedCodes(tx, memberId, nowMs)
    const networkNextAtMs = nextCodeAtMs(
      phoneCodeLimits.network,
      await sentSince(tx, 'network_key', networkKey, nowMs),
    )
    if (Math.max(ownNextCodeAtMs(own, numberKey), networkNextAtMs) > nowMs) return refuse('phoneCodeTooOften')
    const numberNextAtMs = nextCodeAtMs(
      phoneCodeLimits.number,
      await sentSince(tx, 'number_key', numberKey, nowMs),
    )
    const isSent = numberNextAtMs <= nowMs
    const expiresAt = new Date(nowMs + phoneCodeLifeMs)
    await addCode(context, tx, { memberId, number, numberKey, networkKey, isSent, expiresAt })
    return {
      maskedNumber: maskedPhoneNumber(number),
      expiresInSec: phoneCodeLifeMs / 1000,
      resendInSec: secondsUntil(ownNextCodeAtMs([{ numberKey, atMs: nowMs }, ...own], numberKey), nowMs),
    }
  })
}

const hasNumber = async (tx: Tx, memberId: string, numberKey: string): Promise<boolean> =>
  (await tx
    .selectFrom('member_phone')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('number_key', '=', numberKey)
    .executeTakeFirst()) !== undefined

/** When codes were sent to this number or for this network, newest first. */
const sentSince = async (
  tx: Tx,
  column: 'number_key' | 'network_key',
  key: string,
  nowMs: number,
): Promise<number[]> => {
  const rows = await tx
    .selectFrom('phone_code')
    .select('created_at')
    .where(column, '=', key)
    .where('is_sent', '=', true)
    .where('created_at', '>', new Date(nowMs - phoneCodesWindowMs))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => row.created_at.getTime())
}

const addCode = async (
  context: SendContext,
  tx: Tx,
  { memberId, number, numberKey, networkKey, isSent, expiresAt }: Code,
): Promise<void> => {
  const id = randomUUID()
  const code = String(randomInt(10 ** phoneCodeDigits)).padStart(phoneCodeDigits, '0')
  await endPhoneCodes(context, tx, memberId)
  await tx
    .insertInto('phone_code')
    .values({
      id,
      member_id: memberId,
      number_key: numberKey,
      number_encrypted: encryptNumber(context, memberId, number),
      network_key: networkKey,
      code_key: keyedHash(context.secret, 'phoneCode', `${id}:${code}`),
      is_sent: isSent,
      created_at: new Date(context.now()),
      expires_at: expiresAt,
    })
    .execute()
  if (!isSent) {
    context.log.info('phone-code-withheld', { memberId })
    return
  }
  const text = phoneCodeText({
    code,
    minutes: phoneCodeLifeMs / 60_000,
    origin: context.config.publicUrl,
  })
  await addSms(context, tx, { memberId, to: internationalNumber(number), text, expiresAt })
}

/**
 * The text that carries a code. With an origin it ends in the line by which a browser offers the code on our
 * own page and on no other (WICG, "Origin-bound one-time codes delivered via SMS").
 */
const phoneCodeText = ({
  code,
  minutes,
  origin,
}: {
  code: string
  minutes: number
  origin: string | undefined
}): string => {
  const sentence = `【今宵】確認コードは ${code} です（${minutes}分間有効）。だれにも教えないでください。`
  return origin === undefined ? sentence : `${sentence}\n\n@${new URL(origin).hostname} #${code}`
}
