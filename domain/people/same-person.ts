/** What two accounts of one person may have in common. */
export interface IdentityKeys {
  /** Keys of the browsers in which the account was registered or opened. */
  deviceKeys: readonly string[]
  /** Keys of the phone numbers that the account has verified so far. */
  phoneKeys: readonly string[]
}

/**
 * product.md 1.3: whether two accounts share a device or a phone number, and so never call or write to each
 * other.
 */
export const looksLikeSamePerson = (one: IdentityKeys, other: IdentityKeys): boolean =>
  one.deviceKeys.some((key) => other.deviceKeys.includes(key)) ||
  one.phoneKeys.some((key) => other.phoneKeys.includes(key))
