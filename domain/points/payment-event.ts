const hourMs = 3_600_000

/**
 * How long news of a payment waits for its order. It is tried again after as long as it has waited, within these
 * bounds, and at once when something happens to its payment.
 */
export const eventWaitMs = {
  shortest: 3_000,
  longest: hourMs,
  /** From then on the operators know: money may have moved that nothing here stands for. */
  untilNotice: hourMs,
  /** Nothing is tried any more. */
  untilEnd: 7 * 24 * hourMs,
} as const
