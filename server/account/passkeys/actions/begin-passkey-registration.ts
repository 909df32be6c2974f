import { randomBytes } from 'node:crypto'
import {
  type PasskeyCreationOptions,
  passkeyChallengeLifeMs,
  passkeysMax,
} from '#contract/account/passkeys.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { storeChallenge } from '../challenges.ts'
import { descriptorsOf } from '../queries.ts'
import { type RelyingParty, relyingPartyName } from '../relying-party.ts'
import { passkeyAlgorithms } from '../verify-attestation.ts'
import { loadWebAuthn } from '../webauthn.ts'

const handleBytes = 32

/**
 * The options for the browser's new passkey; they list the viewer's passkeys, so that no authenticator makes
 * a second one.
 */
export const beginPasskeyRegistration = async (
  context: Pick<Context, 'db' | 'now'>,
  { memberId, name, sessionKey }: Pick<Viewer, 'memberId' | 'name' | 'sessionKey'>,
  { id: rpID }: RelyingParty,
): Promise<PasskeyCreationOptions | Refusal<'passkeysFull'>> => {
  const excludeCredentials = await descriptorsOf(context.db, memberId)
  if (excludeCredentials.length >= passkeysMax) return refuse('passkeysFull')
  const { generateRegistrationOptions } = await loadWebAuthn()
  const { challenge, rp, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: relyingPartyName,
    rpID,
    // Lets a password manager distinguish two accounts with the same nickname.
    userName: `${name}（ID ${memberId}）`,
    userDisplayName: name,
    userID: new Uint8Array(await handleOf(context.db, memberId)),
    supportedAlgorithmIDs: passkeyAlgorithms,
  })
  await storeChallenge(context, challenge, { registersIn: sessionKey })
  return {
    challenge,
    rp: { id: rpID, name: rp.name },
    user,
    pubKeyCredParams,
    timeout: passkeyChallengeLifeMs,
    excludeCredentials,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** The member's handle, made with the first request: two concurrent requests get the same. */
const handleOf = async (db: Db, memberId: string): Promise<Buffer> => {
  await db
    .insertInto('passkey_user')
    .values({ member_id: memberId, handle: randomBytes(handleBytes) })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute()
  const { handle } = await db
    .selectFrom('passkey_user')
    .select('handle')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return handle
}
