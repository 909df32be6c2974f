/** The ends of a ring without an answer, for the limits. */
export const unansweredEnds = ['missed', 'declined', 'cancelled'] as const
