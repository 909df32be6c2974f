import { decrypt, encrypt } from '#server/secrets/encryption.ts'

const sealOf = (operatorId: number) => ({ purpose: 'operatorTotp', boundTo: String(operatorId) }) as const

/** What the table keeps of an authenticator's secret: only this installation opens it again, for the same operator. */
export const encryptSecret = (secret: Buffer, operatorId: number, plain: Buffer): Buffer =>
  encrypt(secret, sealOf(operatorId), plain)

/** Throws when it was sealed elsewhere, for somebody else, or changed. */
export const openSecret = (secret: Buffer, operatorId: number, sealed: Buffer): Buffer => {
  const plain = decrypt(secret, sealOf(operatorId), sealed)
  if (!plain) throw new Error(`the authenticator's secret of operator ${operatorId} can't be opened`)
  return plain
}
