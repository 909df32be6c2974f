/** What one operator may book alone: at once, and in 24 hours. Booking issues points. Whole yen. */

/** What one operator books alone: so much at a time, and so much in 24 hours. */
const bookAloneYenMax = { once: 5_000, day: 30_000 } as const

export interface Booking {
  amountYen: number
  priceYen: number
  /** What the same operator has booked alone in the last 24 hours. */
  bookedAloneYen: number
}

/** Above either limit, or when an amount other than the price arrived, a second operator approves. */
export const bookingNeedsTwo = ({ amountYen, priceYen, bookedAloneYen }: Booking): boolean =>
  amountYen !== priceYen ||
  amountYen > bookAloneYenMax.once ||
  bookedAloneYen + amountYen > bookAloneYenMax.day
