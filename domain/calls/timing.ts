/** product.md 3: an unanswered ring is missed after 30 s. */
export const ringTimeoutMs = 30_000
/** product.md 3: while it rings, `date` is stamped anew every 5 s as long as the dialler is there. */
export const ringRestampMs = 5_000
/** A dialler who shows no sign of life for this long has left: his screen asks every 2 s. */
export const diallerGoneMs = 10_000
/** Signs of life within this time are one. */
export const diallerNotedMs = 1_000
/** product.md 3: a dropped side has 20 s to come back. */
export const reconnectGraceMs = 20_000
/** An accepted call whose media never starts ends as failed after the same time. */
export const connectTimeoutMs = reconnectGraceMs
/** Specification 4: an incoming call's timestamp must be within 15 s of now. */
export const incomingFreshMs = 15_000
/** product.md 3: five unanswered rings per pair and hour. */
export const unansweredRingsMax = 5
export const unansweredRingsWindowMs = 3_600_000
/**
 * How long in an hour the unanswered rings of callers who are neither established nor known to a broadcaster may keep
 * that broadcaster's seat: invented accounts cost nothing, and together they could keep it all the time.
 */
export const strangerRingsMaxMs = 600_000
