/** As the services name them, and as people do. */
const brandNames: Record<string, string> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMERICAN_EXPRESS: 'Amex',
  DINERS: 'Diners Club',
  DISCOVER: 'Discover',
}

/** Visa */
export const cardBrand = (card: { brand: string }): string => brandNames[card.brand] ?? card.brand

/** Visa •••• 4242 */
export const cardLabel = (card: { brand: string; last4: string }): string =>
  `${cardBrand(card)} •••• ${card.last4}`
