import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isMailAddress, normalMail } from './mail-address.ts'
import { newPasswordRefusal } from './password.ts'

/** What an account has when it asks for another mail address. */
export interface MailStatus {
  /** The confirmed address. */
  email: string | null
  hasPassword: boolean
  /** The demo's people keep what everybody signs in to them with. */
  isDemo: boolean
  pending: { email: string; hasPassword: boolean } | null
}

export type MailChangeRefusal =
  | 'demoAccountFixed'
  | 'mailAddressWrong'
  | 'mailUnchanged'
  | 'newPasswordMissing'
  | 'newPasswordTooShort'
  | 'newPasswordTooLong'
  | 'newPasswordUnreadable'
  | 'newPasswordTooCommon'
  | 'badInput'

/**
 * Whether an account may ask for this address; null when it may. The first address of an account without a password
 * brings one along, so that the two together open it; asked for again, the one that waits with it stands.
 * @param address as `normalMail` spells it
 */
export const mailChangeRefusal = (
  standing: MailStatus,
  address: string,
  password: string | undefined,
): Refusal<MailChangeRefusal> | null => {
  if (standing.isDemo) return refuse('demoAccountFixed')
  if (!isMailAddress(address)) return refuse('mailAddressWrong')
  if (standing.email !== null && normalMail(standing.email) === address) return refuse('mailUnchanged')
  if (password !== undefined)
    return standing.hasPassword ? refuse('badInput') : newPasswordRefusal(password, address)
  const waitsWithPassword = standing.pending?.email === address && standing.pending.hasPassword
  const needsPassword = standing.email === null && !standing.hasPassword && !waitsWithPassword
  return needsPassword ? refuse('newPasswordMissing') : null
}
