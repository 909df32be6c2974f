import { createHmac, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A connectivity check: a STUN binding request that is signed (RFC 8445, 7; RFC 8489, 5 and 14). */
export interface Check {
  /** The user fragment of the check's receiver. */
  receiver: string
  /** Where its tiebreaker stands. */
  tiebreakerAt: number
  hasZeroTiebreaker: boolean
  /** Where the attribute of its signature begins. */
  integrityAt: number
}

/** Browsers' checks have about 120 bytes. What is longer isn't read: each byte of it would be hashed. */
const checkBytesMax = 1_500
const headerBytes = 20
const bindingRequest = 0x0001
const magicCookie = 0x2112a442
const attribute = {
  username: 0x0006,
  integrity: 0x0008,
  fingerprint: 0x8028,
  iceControlled: 0x8029,
  iceControlling: 0x802a,
} as const
const integrityBytes = 4 + 20
const fingerprintBytes = 4 + 4
const fingerprintXor = 0x5354554e

/** The check in a datagram, or null for anything else. */
export const readCheck = (datagram: Buffer): Check | null => {
  if (datagram.length < headerBytes || datagram.length > checkBytesMax) return null
  if (datagram.readUInt16BE(0) !== bindingRequest) return null
  if (datagram.readUInt32BE(4) !== magicCookie || datagram.readUInt16BE(2) !== datagram.length - headerBytes)
    return null
  let receiver: string | null = null
  let tiebreakerAt: number | null = null
  for (let at = headerBytes; at + 4 <= datagram.length; ) {
    const type = datagram.readUInt16BE(at)
    const length = datagram.readUInt16BE(at + 2)
    const next = at + 4 + Math.ceil(length / 4) * 4
    if (next > datagram.length) return null
    if (type === attribute.username)
      receiver = datagram.toString('latin1', at + 4, at + 4 + length).split(':')[0] ?? null
    if ((type === attribute.iceControlling || type === attribute.iceControlled) && length === 8)
      tiebreakerAt = at + 4
    if (type === attribute.integrity && next === at + integrityBytes) {
      if (receiver === null || tiebreakerAt === null) return null
      const hasZeroTiebreaker = datagram.readBigUInt64BE(tiebreakerAt) === 0n
      return { receiver, tiebreakerAt, hasZeroTiebreaker, integrityAt: at }
    }
    at = next
  }
  return null
}

/** The header counts up to the attribute that is being calculated, as if nothing followed it (RFC 8489, 14.5). */
const upTo = (datagram: Buffer, at: number, attributeBytes: number): Buffer => {
  const part = Buffer.from(datagram.subarray(0, at))
  part.writeUInt16BE(at + attributeBytes - headerBytes, 2)
  return part
}

const signatureOf = (datagram: Buffer, { integrityAt }: Check, password: string): Buffer =>
  createHmac('sha1', password)
    .update(upTo(datagram, integrityAt, integrityBytes))
    .digest()

export const isSignedWith = (datagram: Buffer, check: Check, password: string): boolean =>
  timingSafeEqual(
    signatureOf(datagram, check, password),
    datagram.subarray(check.integrityAt + 4, check.integrityAt + integrityBytes),
  )

/** The same check with another tiebreaker, with a new signature. */
export const withTiebreaker = (
  datagram: Buffer,
  check: Check,
  tiebreaker: bigint,
  password: string,
): Buffer => {
  const changed = Buffer.from(datagram)
  changed.writeBigUInt64BE(tiebreaker, check.tiebreakerAt)
  signatureOf(changed, check, password).copy(changed, check.integrityAt + 4)
  const fingerprintAt = check.integrityAt + integrityBytes
  const hasFingerprint =
    changed.length === fingerprintAt + fingerprintBytes &&
    changed.readUInt16BE(fingerprintAt) === attribute.fingerprint
  if (hasFingerprint) {
    const sum = crc32(upTo(changed, fingerprintAt, fingerprintBytes))
    changed.writeUInt32BE((sum ^ fingerprintXor) >>> 0, fingerprintAt + 4)
  }
  return changed
}
