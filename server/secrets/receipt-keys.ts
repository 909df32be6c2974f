import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Db } from '#server/db/database.ts'

export interface SigningKey {
  id: string
  privateKey: KeyObject
}

/** A public key as it is published: RFC 8037, and whether it is still valid. */
export interface PublicKey {
  kty: 'OKP'
  crv: 'Ed25519'
  use: 'sig'
  alg: 'EdDSA'
  kid: string
  x: string
  /** ISO 8601; when the key was first used on this database. */
  firstUsedAt: string
  distrustedAt: string | null
}

export interface ReceiptKeys {
  /** This process's key. Its public half is stored before anything signed with it leaves the server. */
  current(): Promise<SigningKey>
  /** Every key that was ever used, newest first. */
  published(): Promise<PublicKey[]>
}

/** Long enough that a second key with this name can't be made, short enough for a QR code. */
const keyIdLength = 16
/** The bytes before an Ed25519 seed in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key of a signing secret: processes with one secret sign with one key, and no key file is needed. */
const deriveKey = (secret: Buffer): SigningKey & { x: string } => {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'koyoi receipts ed25519', 32))
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { id: keyIdOf(x), privateKey, x }
}

/** RFC 7638: of the required members in the order of their names. */
const keyIdOf = (x: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
    .slice(0, keyIdLength)

export const createReceiptKeys = ({ db, secret }: { db: Db; secret: Buffer }): ReceiptKeys => {
  const key = deriveKey(secret)
  let isStored = false
  const store = async () => {
    if (isStored) return
    await db
      .insertInto('receipt_key')
      .values({ id: key.id, public_key: key.x })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    isStored = true
  }
  return {
    current: async () => {
      await store()
      return key
    },
    published: async () => {
      await store()
      const rows = await db
        .selectFrom('receipt_key')
        .selectAll()
        .orderBy('first_used_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        use: 'sig',
        alg: 'EdDSA',
        kid: row.id,
        x: row.public_key,
        firstUsedAt: row.first_used_at.toISOString(),
        distrustedAt: row.distrusted_at?.toISOString() ?? null,
      }))
    },
  }
}
