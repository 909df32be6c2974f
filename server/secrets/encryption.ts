import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export interface Binding {
  /** What is encrypted: each kind has a key of its own. */
  purpose:
    | 'payoutAccount'
    | 'operatorTotp'
    | 'openIdCheck'
    | 'phoneNumber'
    | 'sms'
    | 'legalPerson'
    | 'identityDocument'
    | 'identityDocumentKey'
    | 'marketAddress'
  /** The owner: copied to another owner, the bytes can't be decrypted. */
  boundTo: string
}

const keyOf = (secret: Buffer, purpose: Binding['purpose']): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `sealed:${purpose}`, 32))

/** Encrypts what only this installation may read again: AES-256-GCM with a nonce each time. */
export const encrypt = (secret: Buffer, { purpose, boundTo }: Binding, plain: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(secret, purpose), nonce).setAAD(Buffer.from(boundTo))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Null when it was encrypted with another secret or for another owner, or was changed. */
export const decrypt = (secret: Buffer, { purpose, boundTo }: Binding, encrypted: Buffer): Buffer | null => {
  const nonce = encrypted.subarray(0, nonceBytes)
  const tag = encrypted.subarray(nonceBytes, nonceBytes + tagBytes)
  if (tag.length < tagBytes) return null
  const decipher = createDecipheriv(algorithm, keyOf(secret, purpose), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
