import { createECDH, hkdfSync } from 'node:crypto'

/** Base64url: an uncompressed point of P-256, and its 32 bytes of private key. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const privateKeyBytes = 32

/** The pair of a private key in base64url; null for anything that is no P-256 key. */
export const vapidKeysOf = (privateKey: string): VapidKeys | null => {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== privateKeyBytes || bytes.toString('base64url') !== privateKey) return null
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(bytes)
  } catch {
    return null
  }
  return { publicKey: curve.getPublicKey('base64url'), privateKey }
}

/** The pair derived from a signing secret: processes with one secret have one pair, and nothing else is stored. */
export const vapidKeysFrom = (secret: Buffer): VapidKeys => {
  // One of 2^32 seeds is no private key; the next one is.
  for (let attempt = 0; ; attempt += 1) {
    const seed = hkdfSync('sha256', secret, '', `koyoi vapid p-256 ${attempt}`, privateKeyBytes)
    const keys = vapidKeysOf(Buffer.from(seed).toString('base64url'))
    if (keys) return keys
  }
}
