/** What one operator may book alone, because a booking issues points: at once, and in 24 hours. Whole yen. */
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
