const hourMs = 3_600_000

/**
 * How long an event of a payment waits for its order. It is tried again after as long as it has waited,
 * within these bounds, and at once when something happens to its payment.
 */
export const eventWaitMs = {
  shortest: 3_000,
  longest: hourMs,
  /** From then on the operators are alerted: money may have moved without an order. */
  untilNotice: hourMs,
  /** From then on it isn't tried again. */
  untilEnd: 7 * 24 * hourMs,
} as const
