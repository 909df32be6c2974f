import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, nothing, success } from '#contract/core/shared.ts'

/** More than anybody's devices; what a list still shows at a glance. */
export const passkeysMax = 10
export const passkeyNameGraphemesMax = 30
/** How long what a browser was given to sign may be signed. */
export const passkeyChallengeLifeMs = 5 * 60_000

const base64url = (bytesMax: number) =>
  z.string().check(z.maxLength(Math.ceil((bytesMax * 4) / 3)), z.regex(/^[\w-]+$/))
const text = z.string()
/** WebAuthn 3, 4: a credential's id has at most 1023 bytes. */
const credentialId = base64url(1_023)
const descriptor = z.object({
  id: text,
  type: z.literal('public-key'),
  transports: z.exactOptional(z.array(text)),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, as far as we use it. */
export const passkeyCreationOptions = z.object({
  challenge: text,
  rp: z.object({ id: text, name: text }),
  user: z.object({ id: text, name: text, displayName: text }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, as far as we use it. */
export const passkeyRequestOptions = z.object({
  challenge: text,
  rpId: text,
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty where the browser offers every passkey it has for us. */
  allowCredentials: z.array(descriptor),
})
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>

/** `RegistrationResponseJSON` of WebAuthn: a new passkey as its authenticator tells of it. */
export const passkeyAttestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(16_384),
    transports: z.optional(z.array(z.string().check(z.regex(/^[\w-]{1,32}$/))).check(z.maxLength(8))),
  }),
})

/** `AuthenticationResponseJSON` of WebAuthn: what a passkey has signed. */
export const passkeyAssertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
    userHandle: z.optional(base64url(64)),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

export const passkey = z.object({
  id: commandId,
  name: text,
  createdAt: instant,
  /** Null until somebody came back by it. */
  lastUsedAt: z.nullable(instant),
  /** Kept by a password manager, so that it outlives its device. */
  isBackedUp: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

/** What a browser tells its password manager, so that it offers no passkey that we don't take any more. */
export const acceptedPasskeys = z.object({ rpId: text, userHandle: text, credentialIds: z.array(text) })
export type AcceptedPasskeys = z.infer<typeof acceptedPasskeys>

const passkeyName = z.string().check(z.maxLength(35 * passkeyNameGraphemesMax))

export const passkeysEndpoints = {
  getPasskeys: defineEndpoint({
    method: 'POST',
    path: '/api/get-passkeys',
    access: 'session',
    summary: "The viewer's passkeys, newest first",
    input: nothing,
    output: z.object({
      type: success,
      passkeys: z.array(passkey),
      /** Without them nothing leads back into the account from a browser that is signed out. */
      areOnlyRecoveryMethod: z.boolean(),
    }),
    refusals: [],
  }),
  beginPasskeyRegistration: defineEndpoint({
    method: 'POST',
    path: '/api/begin-passkey-registration',
    access: 'provenSession',
    summary: "What the viewer's browser makes a passkey with; for five minutes and this session",
    input: nothing,
    output: z.object({ type: success, options: passkeyCreationOptions }),
    refusals: ['passkeysUnavailable', 'passkeysFull'],
  }),
  finishPasskeyRegistration: defineEndpoint({
    method: 'POST',
    path: '/api/finish-passkey-registration',
    access: 'provenSession',
    summary: 'Keeps the new passkey; the session goes on under a new cookie and token',
    input: z.object({ attestation: passkeyAttestation }),
    output: z.object({ type: success, passkey }),
    refusals: ['passkeysUnavailable', 'passkeysFull', 'passkeyNotTaken'],
  }),
  renamePasskey: defineEndpoint({
    method: 'POST',
    path: '/api/rename-passkey',
    access: 'session',
    takesText: true,
    summary: "Renames one of the viewer's passkeys",
    input: z.object({ passkeyId: commandId, name: passkeyName }),
    output: z.object({ type: success, passkey }),
    refusals: ['notFound', 'passkeyNameEmpty', 'passkeyNameTooLong', 'nameNotShown'],
  }),
  deletePasskey: defineEndpoint({
    method: 'POST',
    path: '/api/delete-passkey',
    access: 'provenSession',
    summary: "Takes one of the viewer's passkeys no more; the last way back only when that is meant",
    input: z.object({ passkeyId: commandId, endsLastRecoveryMethod: z._default(z.boolean(), false) }),
    output: z.object({ type: success, accepted: z.nullable(acceptedPasskeys) }),
    refusals: ['notFound', 'passkeyIsLastRecoveryMethod'],
  }),
  beginPasskeySignIn: defineEndpoint({
    method: 'POST',
    path: '/api/begin-passkey-sign-in',
    access: 'public',
    summary: 'What a passkey signs to sign in by provider `passkey`; for five minutes and this browser',
    input: nothing,
    output: z.object({ type: success, options: passkeyRequestOptions }),
    refusals: ['passkeysUnavailable'],
  }),
  beginPasskeyIdentityProof: defineEndpoint({
    method: 'POST',
    path: '/api/begin-passkey-identity-proof',
    access: 'session',
    summary: "What one of the viewer's passkeys signs to prove the account theirs; for this session",
    input: nothing,
    output: z.object({ type: success, options: passkeyRequestOptions }),
    refusals: ['passkeysUnavailable', 'passkeyProofFailed'],
  }),
  proveIdentityByPasskey: defineEndpoint({
    method: 'POST',
    path: '/api/prove-identity-by-passkey',
    access: 'session',
    summary:
      "Shows by one of the account's passkeys that it is theirs; the session goes on under a new cookie",
    input: z.object({ assertion: passkeyAssertion }),
    output: done,
    refusals: ['passkeysUnavailable', 'passkeyProofFailed', 'signInTooOften'],
  }),
}
