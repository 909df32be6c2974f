import { type LegalPerson, personMarks } from '#domain/applications/legal-person.ts'
import type { Context } from '#server/context.ts'
import { decrypt, encrypt } from '#server/secrets/encryption.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'

type Encryption = Pick<Context, 'secret'>

const encryptionOf = (applicationId: number) =>
  ({ purpose: 'legalPerson', boundTo: String(applicationId) }) as const

/** The applicant's data as the table stores it: it can be decrypted for the same application alone. */
export const encryptPerson = ({ secret }: Encryption, applicationId: number, person: LegalPerson): Buffer =>
  encrypt(secret, encryptionOf(applicationId), Buffer.from(JSON.stringify(person)))

/** Null when it was encrypted with another secret, for another application, or was changed. */
export const decryptPerson = (
  { secret }: Encryption,
  applicationId: number,
  encrypted: Buffer,
): LegalPerson | null => {
  const plain = decrypt(secret, encryptionOf(applicationId), encrypted)
  return plain === null ? null : (JSON.parse(plain.toString('utf8')) as LegalPerson)
}

/** The keys by which one person is recognised under several accounts. */
export const personKeysOf = ({ secret }: Encryption, person: LegalPerson): string[] =>
  personMarks(person).map((mark) => keyedHash(secret, 'legalPerson', mark))
