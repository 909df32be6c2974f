import { passkeyAssertion } from '#contract/account/passkeys.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { isBackedOff, recordSignInFailure } from '#server/credentials/sign-in-failures.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { type Browser, openSignIn } from '../../actions/open-sign-in.ts'
import type { RelyingParty } from '../relying-party.ts'
import { recordUse, type VerifiedAssertion, verifyAssertion } from '../verify-assertion.ts'

/** The `assertion` of the sign-in form; null when it can't be read. */
const readAssertion = (written: string) => {
  try {
    return passkeyAssertion.safeParse(JSON.parse(written)).data ?? null
  } catch {
    return null
  }
}

/**
 * Provider `passkey`. Every failure gets the same sentence and counts against the network. No account is
 * known before its key has signed, so none is counted.
 */
export const signInByPasskey = async (
  context: Context,
  input: { assertion: string; relyingParty: RelyingParty | null; challengeCookie: string | null },
  browser: Browser,
): Promise<OpenedSession | Refusal<'passkeySignInFailed' | 'signInTooOften'>> => {
  const subjects = { address: browser.addressKey }
  if (await isBackedOff(context.db, subjects, context.now())) return refuse('signInTooOften')
  const verified = await verify(context, input)
  const opened = verified && (await open(context, verified, browser))
  if (opened) return opened
  await recordSignInFailure(context.db, subjects, context.now())
  return refuse('passkeySignInFailed')
}

const verify = async (
  context: Context,
  { assertion, relyingParty, challengeCookie }: Parameters<typeof signInByPasskey>[1],
): Promise<VerifiedAssertion | null> => {
  const read = readAssertion(assertion)
  if (!read || !relyingParty || challengeCookie === null) return null
  return verifyAssertion(context, relyingParty, read, { signsInFrom: challengeCookie })
}

const open = async (
  context: Context,
  verified: VerifiedAssertion,
  browser: Browser,
): Promise<OpenedSession | null> => {
  const opened = await context.db
    .transaction()
    .execute(async (tx) =>
      (await recordUse(tx, verified, context.now()))
        ? openSignIn(context, tx, verified.passkey.memberId, browser)
        : null,
    )
  if (opened && browser.sessionKey) context.sessions.evict(browser.sessionKey)
  return opened
}
