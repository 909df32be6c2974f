import { campaignCodeDefault } from '#contract/account/account.ts'
import { analyticsId } from '#web/analytics/analytics-id.ts'
import type { SignInProvider } from '#web/session/auth-client.ts'
import { signIn } from '#web/session/session.tsx'
import type { LoginPorts } from './login.ts'
import type { RegistrationPorts } from './registration.ts'
import { answeredErrorText } from './sign-in-errors.ts'

/** Specification 3: the campaign code's cookie. */
export const readCampaignCode = (cookies: string): string => {
  const value = cookies
    .split('; ')
    .find((pair) => pair.startsWith('cm_code='))
    ?.slice('cm_code='.length)
  if (!value) return campaignCodeDefault
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Where storage is unavailable (private mode of old browsers) the flags are dropped. */
const storeFlags = (flags: Record<string, string>) => {
  try {
    for (const [key, value] of Object.entries(flags)) localStorage.setItem(key, value)
  } catch {}
}

const leave = (address: string | null) => {
  if (address === null) window.location.reload()
  else window.location.assign(address)
}

const signInAnswer = async (
  provider: SignInProvider,
  fields: Record<string, string | number>,
): Promise<string | null> => {
  const answer = await signIn(provider, { ...fields, redirect: false })
  return answer.ok ? null : answeredErrorText(answer.error)
}

export const loginPorts: LoginPorts = {
  signIn: (input) => signInAnswer('login', input),
  saveFlag: () => storeFlags({ isRegistered: 'true' }),
  leave,
}

/** The sentence a recovery code is refused with; null when it opened its account. */
export const recoveryAnswer = (code: string): Promise<string | null> => signInAnswer('recovery', { code })

export const registrationPorts = (
  own: Pick<RegistrationPorts, 'renewSession' | 'go'>,
): RegistrationPorts => ({
  ...own,
  register: (input) => signInAnswer('register', { ...input }),
  campaignCode: () => readCampaignCode(document.cookie),
  analyticsId,
  saveFlags: (flags) => storeFlags({ ...flags }),
  isShown: (path) => path === `${window.location.pathname}${window.location.search}`,
  leave,
  nowMs: () => Date.now(),
  random: () => Math.random(),
})
