/**
 * Specification 9: attempts are limited per account and per address with a back-off of 60 s. Five failures
 * cause it. For an account each further failure within the hour causes it again, which keeps guessing under
 * 100 attempts an hour (OWASP ASVS 2.2.1). An address, which many people may share, starts from zero. An
 * account is counted separately for each network, so that a few guesses from elsewhere don't lock it;
 * `everywhere` keeps the attempts of all networks together under those 100.
 */
const signInBackOffMs = 60_000

export interface SignInLimit {
  /** The number of failures that causes the first back-off. */
  failuresMax: number
  /** After this time without a failure the count is cleared. */
  resetAfterMs: number
  startsAfreshAfterBackOff: boolean
}

export const signInLimits = {
  account: { failuresMax: 5, resetAfterMs: 60 * 60_000, startsAfreshAfterBackOff: false },
  address: { failuresMax: 5, resetAfterMs: 5 * 60_000, startsAfreshAfterBackOff: true },
  everywhere: { failuresMax: 25, resetAfterMs: 60 * 60_000, startsAfreshAfterBackOff: false },
} as const satisfies Record<string, SignInLimit>

export interface FailureCount {
  failures: number
  lastFailedAtMs: number
  blockedUntilMs: number | null
}

/** The count after one more failure. */
export const afterFailure = (
  limit: SignInLimit,
  before: FailureCount | null,
  nowMs: number,
): FailureCount => {
  const isReset =
    before === null ||
    nowMs - before.lastFailedAtMs >= limit.resetAfterMs ||
    (limit.startsAfreshAfterBackOff && before.blockedUntilMs !== null && before.blockedUntilMs <= nowMs)
  const failures = isReset ? 1 : before.failures + 1
  return {
    failures,
    lastFailedAtMs: nowMs,
    blockedUntilMs: failures >= limit.failuresMax ? nowMs + signInBackOffMs : null,
  }
}

/** product.md 6.6: 'すでに登録されています' means that this device registered within the last 24 h. */
export const registrationPerDeviceMs = 24 * 60 * 60_000
/** High, because a household, an office or a mobile carrier shares one address. */
export const registrationsPerAddressMax = 30
/** For an IPv6 /48: one customer's 65,536 networks, or thousands of a carrier's customers. */
export const registrationsPerSiteMax = 300
export const registrationsPerAddressWindowMs = 60 * 60_000

/**
 * At most three mails with a link that sets a new password per mailbox and hour, from all networks together.
 */
export const resetLinksMax = 3
export const resetLinksWindowMs = 60 * 60_000

/**
 * Confirmation mails of one account, and those that one mailbox gets from all accounts together, in an hour.
 */
export const confirmMailsMax = 3
export const confirmMailsToAddressMax = 5
export const confirmMailsWindowMs = 60 * 60_000
