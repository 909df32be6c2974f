import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#contract/account/passkeys.ts'

/** WebAuthn 3, 6.1: user present, user verified, backup eligible, backed up, attested credential data. */
const flag = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 }

/** What an attacker's browser or authenticator does differently; by default nothing. */
export interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  counter?: number
  userHandle?: string | undefined
  isUserVerified?: boolean
  isFramed?: boolean
  isBackupEligible?: boolean
  format?: string
  /** The attestation statement of the new passkey; none by default. */
  statement?: (signed: Buffer, passkey: KeyObject) => Map<string, unknown>
}

export interface SoftwareAuthenticator {
  /** Makes a passkey, as `navigator.credentials.create` does. */
  make(options: PasskeyCreationOptions, deviation?: Deviation): Attestation
  /** Signs with the newest passkey, as `navigator.credentials.get` does. */
  sign(options: PasskeyRequestOptions, deviation?: Deviation): PasskeyAssertion
  /** A copy of the same key. */
  copy(): SoftwareAuthenticator
}

export interface Attestation {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; attestationObject: string; transports: string[] }
}

interface Stored {
  id: Buffer
  userHandle: string
  privateKey: KeyObject
  counter: number
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const bigEndian = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** An authenticator without a device: ES256, a working counter, keys backed up. */
export const createSoftwareAuthenticator = (
  origin: string,
  { counts = true, kept: given = null }: { counts?: boolean; kept?: Stored | null } = {},
): SoftwareAuthenticator => {
  let kept = given
  const clientData = (type: string, challenge: string, deviation: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: deviation.isFramed ?? false,
      }),
    )
  const authenticatorData = (rpId: string, counter: number, deviation: Deviation, attested?: Buffer) => {
    const isEligible = deviation.isBackupEligible ?? true
    const flags =
      flag.present |
      ((deviation.isUserVerified ?? true) ? flag.verified : 0) |
      (isEligible ? flag.backupEligible | flag.backedUp : 0) |
      (attested ? flag.attested : 0)
    return Buffer.concat([
      sha256(deviation.rpId ?? rpId),
      Buffer.of(flags),
      bigEndian(deviation.counter ?? counter, 4),
      attested ?? Buffer.alloc(0),
    ])
  }

  const make: SoftwareAuthenticator['make'] = (options, deviation = {}) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    kept = { id: randomBytes(32), userHandle: options.user.id, privateKey, counter: 0 }
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const attested = Buffer.concat([
      Buffer.alloc(16),
      bigEndian(kept.id.length, 2),
      kept.id,
      isoCBOR.encode(cose),
    ])
    const data = authenticatorData(options.rp.id, kept.counter, deviation, attested)
    const client = clientData('webauthn.create', options.challenge, deviation)
    const vouched = Buffer.concat([data, sha256(client)])
    const attestation = new Map<string, unknown>([
      ['fmt', deviation.format ?? 'none'],
      ['attStmt', deviation.statement?.(vouched, privateKey) ?? new Map()],
      ['authData', new Uint8Array(data)],
    ])
    const id = kept.id.toString('base64url')
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: Buffer.from(
          isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
        ).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  const signWith: SoftwareAuthenticator['sign'] = (options, deviation = {}) => {
    if (!kept) throw new Error('no passkey was made')
    if (counts) kept.counter += 1
    const client = clientData('webauthn.get', options.challenge, deviation)
    const data = authenticatorData(options.rpId, kept.counter, deviation)
    const id = kept.id.toString('base64url')
    const userHandle = 'userHandle' in deviation ? deviation.userHandle : kept.userHandle
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), kept.privateKey).toString(
          'base64url',
        ),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    }
  }

  return {
    make,
    sign: signWith,
    copy: () => createSoftwareAuthenticator(origin, { counts, kept: kept && { ...kept } }),
  }
}
