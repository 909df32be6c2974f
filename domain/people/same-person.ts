/** What two accounts of one person may have in common. */
export interface PersonMarks {
  /** What the browsers are known by in which the account was registered or opened. */
  deviceKeys: readonly string[]
  /** What the numbers the account has verified so far are known by. */
  phoneKeys: readonly string[]
}

/** product.md 1: whether two accounts share a device or a phone number, and so never call or write to each other. */
export const looksLikeSamePerson = (one: PersonMarks, other: PersonMarks): boolean =>
  one.deviceKeys.some((key) => other.deviceKeys.includes(key)) ||
  one.phoneKeys.some((key) => other.phoneKeys.includes(key))
