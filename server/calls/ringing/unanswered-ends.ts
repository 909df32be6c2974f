/** How a ring without an answer ends, for the limits of them. */
export const unansweredEnds = ['missed', 'declined', 'cancelled'] as const
