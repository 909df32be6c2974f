import type { PasskeyAssertion } from '#contract/account/passkeys.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { type ChallengeHolder, consumeChallenge } from './challenges.ts'
import { type KnownPasskey, passkeyByCredential } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'
import { readClientData } from './verify-attestation.ts'
import { loadWebAuthn } from './webauthn.ts'

export interface VerifiedAssertion {
  passkey: KnownPasskey
  counter: number
  isBackedUp: boolean
}

/** WebAuthn 3, 7.2 step 6: a passkey that names its user must name its owner. */
const namesItsUser = ({ userHandle }: KnownPasskey, named: string | undefined, isNeeded: boolean): boolean =>
  named === undefined ? !isNeeded : Buffer.from(named, 'base64url').equals(userHandle)

/**
 * The passkey that signed, if what it signed is our challenge, for this purpose and still valid; uses the
 * challenge up.
 * @param holder who requested the challenge; a sign-in needs the user handle, because nothing else names the
 * member
 */
export const verifyAssertion = async (
  context: Pick<Context, 'db' | 'now' | 'config'>,
  { id, origin }: RelyingParty,
  { response, ...credential }: PasskeyAssertion,
  holder: ChallengeHolder,
): Promise<VerifiedAssertion | null> => {
  const { userHandle, ...signedParts } = response
  const signed = await readClientData(response.clientDataJSON)
  if (!signed || !(await consumeChallenge(context, signed.challenge, holder)) || signed.isFramed) return null
  const credentialId = Buffer.from(credential.id, 'base64url')
  const passkey = await passkeyByCredential(context.db, credentialId, context.config.demo)
  if (!passkey || !namesItsUser(passkey, userHandle, 'signsInFrom' in holder)) return null
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response: signedParts, clientExtensionResults: {} },
      expectedChallenge: signed.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo
    const isBackupEligible = credentialDeviceType === 'multiDevice'
    if (!verified || isBackupEligible !== passkey.isBackupEligible) return null
    return { passkey, counter: newCounter, isBackedUp: credentialBackedUp }
  } catch {
    // The library throws its refusals; the database and the network aren't involved.
    return null
  }
}

/** Stores that a passkey was used. @returns false when it was used or deleted meanwhile */
export const recordUse = async (
  tx: Tx,
  { passkey, counter, isBackedUp }: VerifiedAssertion,
  nowMs: number,
): Promise<boolean> => {
  const updated = await tx
    .updateTable('passkey')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: new Date(nowMs) })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
