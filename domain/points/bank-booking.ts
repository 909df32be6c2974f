/** Who may book a bank transfer: booking issues points, so nobody issues many alone. Whole yen. */

/** What one operator books alone: so much at a time, and so much in 24 hours. */
export const bookAloneYenMax = { once: 5_000, day: 30_000 } as const

export interface Booking {
  amountYen: number
  priceYen: number
  /** What the same operator has booked alone in the last 24 hours. */
  bookedAloneYen: number
}

/** Above either limit, or when another amount than the price came in, a second operator approves. */
export const bookingNeedsTwo = ({ amountYen, priceYen, bookedAloneYen }: Booking): boolean =>
  amountYen !== priceYen ||
  amountYen > bookAloneYenMax.once ||
  bookedAloneYen + amountYen > bookAloneYenMax.day
