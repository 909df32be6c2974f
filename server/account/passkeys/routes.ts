import type { passkeysEndpoints } from '#contract/account/passkeys.ts'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { arePasskeysOnlyRecoveryMethod } from '#domain/account/recovery-methods.ts'
import type { Context } from '#server/context.ts'
import type { Client, HandlersOf } from '#server/http/handlers.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'
import { recoveryMethodsOf } from '../recovery-methods.ts'
import { sessionCookie } from '../sign-in/session-answer.ts'
import { beginPasskeyAssertion } from './actions/begin-passkey-assertion.ts'
import { beginPasskeyRegistration } from './actions/begin-passkey-registration.ts'
import { deletePasskey } from './actions/delete-passkey.ts'
import { finishPasskeyRegistration } from './actions/finish-passkey-registration.ts'
import { proveIdentityByPasskey } from './actions/prove-identity-by-passkey.ts'
import { renamePasskey } from './actions/rename-passkey.ts'
import { setDeviceCookie } from './challenge-cookie.ts'
import { acceptedPasskeysOf, descriptorsOf, passkeysOfMember } from './queries.ts'
import { relyingPartyOf } from './relying-party.ts'

/** The relying party, unless this visitor or member asks too often. */
const relyingPartyFor = (context: Context, client: Client, requester: string) => {
  if (!context.limits.passkeyChallenge.admits(requester)) return refuse('tooManyRequests')
  return relyingPartyOf(context.config, client.host) ?? refuse('passkeysUnavailable')
}

const ofMember = (memberId: string): string => `member:${memberId}`

type Handlers = HandlersOf<typeof passkeysEndpoints>

const listHandlers: Pick<Handlers, 'getPasskeys' | 'renamePasskey' | 'deletePasskey'> = {
  getPasskeys: async ({ context: { db }, viewer: { memberId } }) => ({
    type: 'success',
    passkeys: await passkeysOfMember(db, memberId),
    areOnlyRecoveryMethod: arePasskeysOnlyRecoveryMethod(await recoveryMethodsOf(db, memberId)),
  }),
  renamePasskey: async ({ context, viewer, input }) => {
    const passkey = await renamePasskey(context, viewer.memberId, input)
    return isRefusal(passkey) ? passkey : { type: 'success', passkey }
  },
  deletePasskey: async ({ context, viewer, input, client }) => {
    const refused = await deletePasskey(context, viewer, { ...input, userAgent: client.userAgent })
    if (refused) return refused
    const relyingParty = relyingPartyOf(context.config, client.host)
    return {
      type: 'success',
      accepted: relyingParty && (await acceptedPasskeysOf(context.db, viewer.memberId, relyingParty.id)),
    }
  },
}

const registrationHandlers: Pick<Handlers, 'beginPasskeyRegistration' | 'finishPasskeyRegistration'> = {
  beginPasskeyRegistration: async ({ context, viewer, client }) => {
    const relyingParty = relyingPartyFor(context, client, ofMember(viewer.memberId))
    if (isRefusal(relyingParty)) return relyingParty
    const options = await beginPasskeyRegistration(context, viewer, relyingParty)
    return isRefusal(options) ? options : { type: 'success', options }
  },
  finishPasskeyRegistration: async ({ context, viewer, input, client, cookies }) => {
    const relyingParty = relyingPartyFor(context, client, ofMember(viewer.memberId))
    if (isRefusal(relyingParty)) return relyingParty
    const { userAgent } = client
    const registered = await finishPasskeyRegistration(context, viewer, relyingParty, { ...input, userAgent })
    if (isRefusal(registered)) return registered
    cookies.push(sessionCookie(context.config, registered.session))
    return { type: 'success', passkey: registered.passkey }
  },
}

const assertionHandlers: Pick<
  Handlers,
  'beginPasskeySignIn' | 'beginPasskeyIdentityProof' | 'proveIdentityByPasskey'
> = {
  beginPasskeySignIn: async ({ context, client, cookieHeader, cookies }) => {
    const network = `network:${addressKey(context.secret, client.address)}`
    const relyingParty = relyingPartyFor(context, client, network)
    if (isRefusal(relyingParty)) return relyingParty
    const { value, setCookie } = setDeviceCookie(context.config, cookieHeader)
    cookies.push(setCookie)
    const options = await beginPasskeyAssertion(context, relyingParty, { signsInFrom: value })
    return { type: 'success', options }
  },
  beginPasskeyIdentityProof: async ({ context, viewer, client }) => {
    const relyingParty = relyingPartyFor(context, client, ofMember(viewer.memberId))
    if (isRefusal(relyingParty)) return relyingParty
    const own = await descriptorsOf(context.db, viewer.memberId)
    if (own.length === 0) return refuse('passkeyProofFailed')
    const holder = { provesIn: viewer.sessionKey }
    return { type: 'success', options: await beginPasskeyAssertion(context, relyingParty, holder, own) }
  },
  proveIdentityByPasskey: async ({ context, viewer, input, client, cookies }) => {
    const relyingParty = relyingPartyFor(context, client, ofMember(viewer.memberId))
    if (isRefusal(relyingParty)) return relyingParty
    const proved = await proveIdentityByPasskey(context, viewer, relyingParty, {
      assertion: input.assertion,
      addressKey: addressKey(context.secret, client.address),
    })
    if (isRefusal(proved)) return proved
    cookies.push(sessionCookie(context.config, proved))
    return { type: 'success' }
  },
}

export const passkeysHandlers: Handlers = { ...listHandlers, ...registrationHandlers, ...assertionHandlers }
