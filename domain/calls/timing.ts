/** product.md 3.9: an unanswered ring is missed after 30 s. */
export const ringTimeoutMs = 30_000
/** product.md 3.10: while the dialler is present, `date` is stamped again every 5 s. */
export const ringRestampMs = 5_000
/** A dialler who sends no request for this long has left: the dialling screen asks every 2 s. */
export const diallerGoneMs = 10_000
/** The dialler's requests within this time count as one. */
export const diallerSeenEveryMs = 1_000
/** product.md 3.12: a dropped side has 20 s to return. */
export const reconnectGraceMs = 20_000
/** @alias An accepted call whose media never starts ends as failed after the same time. */
export const connectTimeoutMs = reconnectGraceMs
/** Specification 4: an incoming call's timestamp must be within 15 s of now. */
export const incomingFreshMs = 15_000
/** product.md 3.8: five unanswered rings per pair and hour. */
export const unansweredRingsMax = 5
export const unansweredRingsWindowMs = 3_600_000
/**
 * For how long of an hour the unanswered rings of strangers (callers who are neither established nor known to
 * a broadcaster) may occupy that broadcaster's seat: invented accounts cost nothing, and together they could
 * occupy it all the time.
 */
export const strangerRingsMaxMs = 600_000
