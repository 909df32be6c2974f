import { passkeyChallengeLifeMs, passkeysEndpoints } from '#contract/account/passkeys.ts'
import { signIn } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { CeremonyError, canOfferPasskeys, endCeremony, signByPasskey } from '../passkeys/passkey-ceremony.ts'
import { loginPorts } from './browser-ports.ts'
import { answeredErrorText } from './sign-in-errors.ts'

/** An offer is renewed before its challenge expires. */
const offeredForMs = passkeyChallengeLifeMs - 60_000

type Assertion = Awaited<ReturnType<typeof signByPasskey>>

const begin = async () => (await fetchEndpoint(passkeysEndpoints.beginPasskeySignIn, {})).options

/** Throws a `CeremonyError` or an `AnswerError`. */
export const requestPasskey = async (): Promise<Assertion> => signByPasskey(await begin())

/** Opens the session and leaves for `destination`. @returns the sentence when it isn't opened */
export const signInByPasskey = async (assertion: Assertion, destination: string): Promise<string | null> => {
  const answer = await signIn('passkey', { assertion: JSON.stringify(assertion), redirect: false })
  if (!answer.ok) return answeredErrorText(answer.error)
  loginPorts.saveFlag()
  loginPorts.leave(destination)
  return null
}

/** Lets the browser offer its passkeys while the mail address is filled in, until `signal` ends it; null when it did. */
export const offerPasskeys = async (signal: AbortSignal): Promise<Assertion | null> => {
  if (!(await canOfferPasskeys())) return null
  signal.addEventListener('abort', endCeremony)
  while (!signal.aborted) {
    const options = await begin()
    if (signal.aborted) return null
    const renewal = setTimeout(endCeremony, offeredForMs)
    try {
      return await signByPasskey(options, true)
    } catch (error) {
      if (!(error instanceof CeremonyError && error.end === 'superseded')) return null
    } finally {
      clearTimeout(renewal)
    }
  }
  return null
}
