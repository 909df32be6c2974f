import { decrypt, encrypt } from '#server/secrets/encryption.ts'

const bindingOf = (operatorId: number) => ({ purpose: 'operatorTotp', boundTo: String(operatorId) }) as const

/** Encrypts an authenticator's secret: only this installation can decrypt it, for the same operator. */
export const encryptSecret = (secret: Buffer, operatorId: number, plain: Buffer): Buffer =>
  encrypt(secret, bindingOf(operatorId), plain)

/** Throws when it was encrypted elsewhere or for another operator, or was changed. */
export const decryptSecret = (secret: Buffer, operatorId: number, encrypted: Buffer): Buffer => {
  const plain = decrypt(secret, bindingOf(operatorId), encrypted)
  if (!plain) throw new Error(`the authenticator's secret of operator ${operatorId} can't be opened`)
  return plain
}
