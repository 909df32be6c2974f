import { passwordGraphemesMax, passwordGraphemesMin } from '#contract/account/password-reset.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { graphemesOf } from '#domain/text/graphemes.ts'
import { passwordBlocklist } from './password-blocklist.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no keyboard types and PostgreSQL or a terminal may drop
const control = /[\u0000-\u001f\u007f]/

/** Guessed as soon as the account is: the address itself, or the part before its @. */
const isOwnAddress = (password: string, mail: string): boolean =>
  password === mail || password === mail.split('@')[0]

const isOneCharacter = (password: string): boolean => new Set(password).size === 1

/**
 * The refusal of a new password; null when it is accepted. Length alone, no rules of composition (NIST SP
 * 800-63B 5.1.1). The order of the checks: too short, too long, unreadable, on the blocklist.
 */
export const newPasswordRefusal = (
  password: string,
  mail: string,
): Refusal<
  'newPasswordTooShort' | 'newPasswordTooLong' | 'newPasswordUnreadable' | 'newPasswordTooCommon'
> | null => {
  const length = graphemesOf(password).length
  if (length < passwordGraphemesMin) return refuse('newPasswordTooShort')
  if (length > passwordGraphemesMax) return refuse('newPasswordTooLong')
  if (control.test(password)) return refuse('newPasswordUnreadable')
  const folded = password.toLowerCase()
  const isGuessed = passwordBlocklist.has(folded) || isOwnAddress(folded, mail) || isOneCharacter(folded)
  return isGuessed ? refuse('newPasswordTooCommon') : null
}
