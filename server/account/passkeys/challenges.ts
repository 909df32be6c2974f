import { hash } from 'node:crypto'
import { passkeyChallengeLifeMs } from '#contract/account/passkeys.ts'
import type { Context } from '#server/context.ts'

/**
 * Who may bring a signed challenge back, and for what. A session that went on under another cookie meanwhile is another
 * one; whoever signs in has none, so his browser carries a cookie.
 */
export type ChallengeHolder =
  | { registersIn: string }
  | { provesIn: string }
  /** The value of the browser's cookie. */
  | { signsInFrom: string }

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

const holderHash = (holder: ChallengeHolder): Buffer => sha256(JSON.stringify(holder))

/** Remembers what a browser is about to have signed. @param challenge as base64url */
export const storeChallenge = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  challenge: string,
  holder: ChallengeHolder,
): Promise<void> => {
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: sha256(challenge),
      holder_hash: holderHash(holder),
      expires_at: new Date(now() + passkeyChallengeLifeMs),
    })
    .execute()
}

/** Uses a challenge up, whoever brings it, and says whether it was still good for this. */
export const consumeChallenge = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  challenge: string,
  holder: ChallengeHolder,
): Promise<boolean> => {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', sha256(challenge))
    .returning(['holder_hash', 'expires_at'])
    .executeTakeFirst()
  if (!taken) return false
  return taken.holder_hash.equals(holderHash(holder)) && taken.expires_at.getTime() > now()
}
