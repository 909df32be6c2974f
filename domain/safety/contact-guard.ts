import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { ContactGuard } from '#contract/moderation/moderation.ts'
import { hasHandle, hasMailAddress, hasStatedId, hasUrl } from './contact-addresses.ts'
import { requestedPlace, requestsMeetingElsewhere } from './contact-places.ts'
import { readableText, squeeze } from './contact-text.ts'
import { hasPhoneNumber } from './phone-number.ts'

/** The kinds of contact details. */
export type ContactKind = 'phone' | 'mail' | 'url' | 'lineId' | 'socialId' | 'contact'

/**
 * Whether a text gives or requests a contact outside: a number, an address, an account. Returns the first
 * kind found, or null. It reads what people can read: through signs, other scripts, words for digits and
 * invisible characters. Linear in the text's length.
 */
export const findContact = (text: string): ContactKind | null => {
  const readable = readableText(text)
  const { plain } = readable
  if (hasMailAddress(plain)) return 'mail'
  if (hasUrl(plain)) return 'url'
  if (hasPhoneNumber(plain)) return 'phone'
  const squeezed = squeeze(plain)
  const place = requestedPlace(readable, squeezed)
  if (place) return place
  if (requestsMeetingElsewhere(squeezed.text)) return 'contact'
  if (hasStatedId(plain) || hasHandle(plain)) return 'socialId'
  return null
}

/** A number in pieces comes in few and short messages. */
export const piecesMax = 4
const pieceLengthMax = 40

/**
 * Like `findContact`, also over the sender's last messages to the same partner: a contact may be split among
 * them. A contact that the earlier messages already contained without this one doesn't count.
 *
 * @param earlier the sender's messages before this one, the newest last
 */
export const findContactOver = (earlier: readonly string[], text: string): ContactKind | null => {
  const alone = findContact(text)
  if (alone || text.length > pieceLengthMax) return alone
  const pieces = earlier.slice(1 - piecesMax).filter(({ length }) => length <= pieceLengthMax)
  if (pieces.length === 0 || findContact(pieces.join('\n'))) return null
  return findContact([...pieces, text].join('\n'))
}

/** Applies the operators' setting to a finding; a sender who was warned may send the text nevertheless. */
export const decideContact = (
  guard: ContactGuard,
  found: ContactKind | null,
  isWarned: boolean,
): null | Refusal<'contactWarning' | 'contactRefused'> => {
  if (guard === 'off' || found === null) return null
  if (guard === 'refuse') return refuse('contactRefused')
  return isWarned ? null : refuse('contactWarning')
}
