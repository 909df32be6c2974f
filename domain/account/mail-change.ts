import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isMailAddress, normalMail } from './mail-address.ts'
import { newPasswordRefusal } from './password.ts'

/** The state of an account that asks for another mail address. */
export interface MailStatus {
  /** The confirmed address. */
  email: string | null
  hasPassword: boolean
  /** The demo's members keep their mail address and password, which are public. */
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
 * The refusal of an account's request for this address; null when it may have it. The first address of an
 * account without a password needs a password with it, because the two together open the account. A second
 * request for the address that is pending with a password needs none.
 * @param address as `normalMail` spells it
 */
export const mailChangeRefusal = (
  status: MailStatus,
  address: string,
  password: string | undefined,
): Refusal<MailChangeRefusal> | null => {
  if (status.isDemo) return refuse('demoAccountFixed')
  if (!isMailAddress(address)) return refuse('mailAddressWrong')
  if (status.email !== null && normalMail(status.email) === address) return refuse('mailUnchanged')
  if (password !== undefined)
    return status.hasPassword ? refuse('badInput') : newPasswordRefusal(password, address)
  const waitsWithPassword = status.pending?.email === address && status.pending.hasPassword
  const needsPassword = status.email === null && !status.hasPassword && !waitsWithPassword
  return needsPassword ? refuse('newPasswordMissing') : null
}
