import { hash } from 'node:crypto'
import { passkeyChallengeLifeMs } from '#contract/account/passkeys.ts'
import type { Context } from '#server/context.ts'

/**
 * Who may return a signed challenge, and for what. A session that was rotated meanwhile is another holder. A
 * sign-in has no session, so the browser has a cookie.
 */
export type ChallengeHolder =
  | { registersIn: string }
  | { provesIn: string }
  /** The value of the browser's cookie. */
  | { signsInFrom: string }

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

const holderHash = (holder: ChallengeHolder): Buffer => sha256(JSON.stringify(holder))

/** Stores a challenge that a browser will have signed. @param challenge as base64url */
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

/** Uses a challenge up, no matter who returns it, and says whether it was valid for this holder. */
export const consumeChallenge = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  challenge: string,
  holder: ChallengeHolder,
): Promise<boolean> => {
  const deleted = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', sha256(challenge))
    .returning(['holder_hash', 'expires_at'])
    .executeTakeFirst()
  if (!deleted) return false
  return deleted.holder_hash.equals(holderHash(holder)) && deleted.expires_at.getTime() > now()
}
