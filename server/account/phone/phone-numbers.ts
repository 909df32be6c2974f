import { maskedPhoneNumber } from '#domain/account/phone-number.ts'
import type { Context } from '#server/context.ts'
import { decrypt, encrypt } from '#server/secrets/encryption.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'

type Secret = Pick<Context, 'secret'>

const encryptionOf = (memberId: string) => ({ purpose: 'phoneNumber', boundTo: memberId }) as const

/** The key by which a number is found; without the secret it can't be reversed. */
export const phoneKeyOf = ({ secret }: Secret, number: string): string =>
  keyedHash(secret, 'phoneNumber', number)

export const encryptNumber = ({ secret }: Secret, memberId: string, number: string): Buffer =>
  encrypt(secret, encryptionOf(memberId), Buffer.from(number))

/** Null when it was encrypted with another secret. */
export const decryptNumber = ({ secret }: Secret, memberId: string, encrypted: Buffer): string | null =>
  decrypt(secret, encryptionOf(memberId), encrypted)?.toString('utf8') ?? null

/** As its owner sees it. */
export const maskedNumberOf = (context: Secret, memberId: string, encrypted: Buffer): string =>
  maskedPhoneNumber(decryptNumber(context, memberId, encrypted) ?? '')
