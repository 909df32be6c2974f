/**
 * The state that a link with a price passes to its screen: this price, in points per minute, was seen and tapped, so
 * the screen may start the call. An address that was typed, reloaded or opened in a new tab comes without it and asks
 * first.
 */
export const priceTappedState = (ratePointsPerMin: number) => ({ priceTapped: ratePointsPerMin })

/** The price that was tapped; null without a tap. */
export const tappedPrice = (state: unknown): number | null =>
  typeof state === 'object' &&
  state !== null &&
  'priceTapped' in state &&
  typeof state.priceTapped === 'number'
    ? state.priceTapped
    : null
