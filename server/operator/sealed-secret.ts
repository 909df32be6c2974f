import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keyOf = (secret: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'operator-totp', 32))

/** What the table keeps of an authenticator's secret: only this installation opens it again, for the same operator. */
export const sealSecret = (secret: Buffer, operatorId: number, plain: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce)
  cipher.setAAD(Buffer.from(String(operatorId)))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws when it was sealed elsewhere, for somebody else, or changed. */
export const openSecret = (secret: Buffer, operatorId: number, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv(algorithm, keyOf(secret), sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(String(operatorId)))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}
