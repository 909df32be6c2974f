import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type * as z from 'zod/mini'
import type { passkeyAttestation } from '#contract/account/passkeys.ts'
import type { Context } from '#server/context.ts'
import { type ChallengeHolder, consumeChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import { loadWebAuthn, loadWebAuthnHelpers } from './webauthn.ts'

type Attestation = z.infer<typeof passkeyAttestation>
export type NewPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/** COSE: ES256, EdDSA and RS256; every authenticator has at least one of them. */
export const passkeyAlgorithms = [-7, -8, -257]

/** What the browser says it had signed; null when it can't be read. */
export const readClientData = async (clientDataJSON: string) => {
  const { decodeClientDataJSON } = await loadWebAuthnHelpers()
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? { challenge, isFramed: crossOrigin === true } : null
  } catch {
    return null
  }
}

/**
 * We request no attestation, so browsers send none, or a self-attestation. Certificates that come
 * nevertheless are not read: they reveal the member's device, and parsing a stranger's ASN.1 is a risk
 * without a use.
 */
const hasNoCertificates = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await loadWebAuthnHelpers()
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/**
 * The new passkey, if it was made for us, here and now, by a user whom its authenticator verified; uses the
 * challenge up.
 */
export const verifyAttestation = async (
  context: Pick<Context, 'db' | 'now'>,
  { id, origin }: RelyingParty,
  attestation: Attestation,
  holder: ChallengeHolder,
): Promise<NewPasskey | null> => {
  const { transports, ...response } = attestation.response
  const signed = await readClientData(response.clientDataJSON)
  if (!signed || !(await consumeChallenge(context, signed.challenge, holder)) || signed.isFramed) return null
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    if (!(await hasNoCertificates(response.attestationObject))) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...attestation,
        response: { ...response, ...(transports ? { transports } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge: signed.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    })
    return registrationInfo ?? null
  } catch {
    // The library throws its refusals; the database and the network aren't involved.
    return null
  }
}
