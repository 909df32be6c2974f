import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator supports it: SHA-1, six digits, 30 s. RFC 4226 asks for 160 bits of secret. */
const secretBytes = 20
const parameters = { issuer: 'Koyoi', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Clocks of phones differ, and typing takes time: one step either way. */
const stepsEitherWay = 1

const totpOf = (secret: Buffer, mail: string): TOTP =>
  // A copy: the bytes of a pooled buffer would include their neighbours.
  new TOTP({ ...parameters, label: mail, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes)

/** What an authenticator reads: a URI for a QR code, and the same secret in base32 for typing. */
export const totpEnrolment = (secret: Buffer, mail: string): { uri: string; key: string } => {
  const totp = totpOf(secret, mail)
  return { uri: totp.toString(), key: totp.secret.base32 }
}

/** The time step whose code this is, or null. A step up to the last one used is invalid; the caller checks that. */
export const totpStepOf = (secret: Buffer, code: string, nowMs: number): number | null => {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window: stepsEitherWay })
  return delta === null ? null : Math.floor(nowMs / 1000 / parameters.period) + delta
}
