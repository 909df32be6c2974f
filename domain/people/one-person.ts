/** What two accounts of one person may have in common. */
export interface PersonMarks {
  /** What the browser that registered is known by; null for seeded people. */
  deviceKey: string | null
  /** What the numbers the account has verified so far are known by. */
  phoneKeys: readonly string[]
}

/** product.md 1: whether two accounts share a device or a phone number, and so never call or write to each other. */
export const looksLikeOnePerson = (one: PersonMarks, other: PersonMarks): boolean =>
  (one.deviceKey !== null && one.deviceKey === other.deviceKey) ||
  one.phoneKeys.some((key) => other.phoneKeys.includes(key))
