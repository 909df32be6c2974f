import type { Sms } from '#adapters/sms/port.ts'
import type { Context } from '#server/context.ts'
import { decrypt, encrypt } from '#server/secrets/encryption.ts'

/** Number and text are encrypted together; copied to another row they can't be decrypted. */
const bindingOf = (id: string) => ({ purpose: 'sms', boundTo: id }) as const

export const encryptSms = ({ secret }: Pick<Context, 'secret'>, id: string, { to, text }: Sms): Buffer =>
  encrypt(secret, bindingOf(id), Buffer.from(JSON.stringify({ to, text })))

/** Null when it was encrypted with another secret. */
export const decryptSms = (
  { secret }: Pick<Context, 'secret'>,
  id: string,
  encrypted: Buffer,
): Sms | null => {
  const plain = decrypt(secret, bindingOf(id), encrypted)
  return plain && (JSON.parse(plain.toString('utf8')) as Sms)
}
