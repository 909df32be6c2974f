import { type PasskeyRequestOptions, passkeyChallengeLifeMs } from '#contract/account/passkeys.ts'
import type { Context } from '#server/context.ts'
import { type ChallengeHolder, storeChallenge } from '../challenges.ts'
import type { Descriptor } from '../queries.ts'
import type { RelyingParty } from '../relying-party.ts'
import { loadWebAuthn } from '../webauthn.ts'

/** What a passkey has to sign. @param allowCredentials empty where any of ours is allowed */
export const beginPasskeyAssertion = async (
  context: Pick<Context, 'db' | 'now'>,
  { id: rpId }: RelyingParty,
  holder: ChallengeHolder,
  allowCredentials: Descriptor[] = [],
): Promise<PasskeyRequestOptions> => {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  await storeChallenge(context, challenge, holder)
  return { challenge, rpId, timeout: passkeyChallengeLifeMs, userVerification: 'required', allowCredentials }
}
