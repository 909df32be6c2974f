import { keyedHash } from '#server/secrets/keyed-hash.ts'

/** What one buyer's copy of one picture bears. */
export interface Watermark {
  /** Decides the pattern; without the secret nobody can make or remove it. */
  key: Buffer
  /** Six digits for the corner of the picture; null where operators chose none. */
  code: string | null
}

const patternBytes = 16
const codesMax = 1_000_000

/** The key of a buyer's copy of a picture. */
export const watermarkKey = (secret: Buffer, imageId: string, memberId: string): Buffer =>
  Buffer.from(keyedHash(secret, 'watermark', `${imageId}:${memberId}`), 'base64url')

/** The short id of a buyer in one picture: it names nobody to others, and operators see whose it is. */
export const watermarkCode = (key: Buffer): string =>
  String(key.readUInt32BE(patternBytes) % codesMax).padStart(6, '0')
