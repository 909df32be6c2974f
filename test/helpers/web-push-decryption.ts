import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** The secrets of a browser's subscription. */
export interface BrowserKeys {
  /** P-256, 32 bytes. */
  privateKey: Buffer
  /** 16 bytes. */
  auth: Buffer
}

const saltBytes = 16
const headerBytes = saltBytes + 4 + 1
const tagBytes = 16

/** Decrypts a message as the browser that it was encrypted for (RFC 8291, RFC 8188): one record, the last. */
export const decryptWebPush = (body: Buffer, { privateKey, auth }: BrowserKeys): string => {
  const salt = body.subarray(0, saltBytes)
  const idLength = body[saltBytes + 4] ?? 0
  const senderKey = body.subarray(headerBytes, headerBytes + idLength)
  const record = body.subarray(headerBytes + idLength)
  if (record.length > body.readUInt32BE(saltBytes)) throw new Error('more than one record')

  const browser = createECDH('prime256v1')
  browser.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey])
  const ikm = hkdfSync('sha256', browser.computeSecret(senderKey), auth, info, 32)
  const keyOf = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(ikm), salt, `Content-Encoding: ${what}\0`, length))

  const cipher = createDecipheriv('aes-128-gcm', keyOf('aes128gcm', 16), keyOf('nonce', 12))
  cipher.setAuthTag(record.subarray(-tagBytes))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -tagBytes)), cipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('not the last record')
  return padded.subarray(0, end).toString('utf8')
}
