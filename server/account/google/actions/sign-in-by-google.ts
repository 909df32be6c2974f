import { randomInt } from 'node:crypto'
import type { OpenIdIdentity } from '#adapters/sign-in/openid-provider.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { normalMail } from '#domain/account/mail-address.ts'
import { nicknames } from '#domain/account/nicknames.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { credentialsByEmail } from '#server/members/queries.ts'
import { type Browser, openSignIn } from '../../actions/open-sign-in.ts'
import { type RegistrationRefusal, readRegistration, registerInTx } from '../../actions/register.ts'
import { ownerOfGoogleAccount, storeGoogleAccount } from '../queries.ts'

type Opened = OpenedSession | Refusal<RegistrationRefusal | 'googleNotLinked'>

/**
 * Opens the account that this Google account is linked to. Without one a new caller registers, as by
 * nickname. But not in a browser that is signed in, whose account would be lost with its session, and not if
 * another account has the same mail address: its owner signs in as before and links Google. An account is
 * never opened by its mail address alone.
 */
export const signInByGoogle = async (
  context: Context,
  identity: OpenIdIdentity,
  { browser, cmCode, analyticsId }: { browser: Browser; cmCode: string; analyticsId: string },
): Promise<Opened> => {
  // The name of a Google account is usually a real name, which must not become public here.
  const person = readRegistration({
    name: nicknames[randomInt(nicknames.length)] ?? nicknames[0],
    age: '',
    region: '',
    cmCode,
    googleClientId: analyticsId,
  })
  if (isRefusal(person)) return person
  const opened = await inTransaction<Opened>(context.db, async (tx) => {
    const owner = await ownerOfGoogleAccount(tx, identity)
    if (owner !== null) return openSignIn(context, tx, owner, browser)
    const isKnownMail =
      identity.mail !== null && (await credentialsByEmail(tx, normalMail(identity.mail), true)) !== null
    if (browser.sessionKey || isKnownMail) return refuse('googleNotLinked')
    const registered = await registerInTx(context, tx, person, browser)
    if (isRefusal(registered)) return registered
    await storeGoogleAccount(tx, registered.memberId, identity, context.now())
    return registered.session
  })
  if (!isRefusal(opened) && browser.sessionKey) context.sessions.evict(browser.sessionKey)
  return opened
}
