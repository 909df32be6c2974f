/**
 * What a link with a price on it hands to the screen it leads to: the price was seen and tapped, so the screen may
 * begin. An address that was typed, reloaded or opened in a new tab comes without it and asks first.
 */
export const priceTappedState = { priceTapped: true } as const

export const wasPriceTapped = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'priceTapped' in state && state.priceTapped === true
