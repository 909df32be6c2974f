import type { CardFields } from '#contract/points/purchase.ts'
import { cardLabel } from '../card-label.ts'
import { loadScript } from './load-script.ts'

/** A card as its payer typed it into Square's fields: we get a token and how the card is called. */
export interface TypedCard {
  token: string
  /** Visa •••• 1111 */
  label: string
}

export interface CardFieldsHandle {
  /**
   * Lets Square check the card, with the bank's own page (3-D Secure) where the bank requires one. Null: the typed text
   * isn't a card, or the check failed; Square's fields show it themselves.
   */
  tokenize(purchase: { amountYen: number; isKept: boolean }): Promise<TypedCard | null>
  remove(): void
}

/** The part of Square's Web Payments SDK that we use (https://developer.squareup.com/reference/sdks/web/payments). */
interface SquareCard {
  attach(element: HTMLElement): Promise<void>
  tokenize(verification: {
    amount: string
    currencyCode: 'JPY'
    intent: 'CHARGE' | 'CHARGE_AND_STORE'
    customerInitiated: true
    sellerKeyedIn: false
    billingContact: { countryCode: 'JP' }
  }): Promise<{ status: string; token?: string; details?: { card?: { brand: string; last4: string } } }>
  destroy(): Promise<boolean>
}
interface SquareSdk {
  payments(applicationId: string, locationId: string): { card(): Promise<SquareCard> }
}

const sdkOf = async (script: string): Promise<SquareSdk> => {
  await loadScript(script)
  const { Square } = window as { Square?: SquareSdk }
  if (!Square) throw new Error("Square's script brought no Square")
  return Square
}

/** Puts Square's own fields into the element: the typed card never reaches us. Rejects when they can't be shown. */
export const attachSquareCardFields = async (
  { applicationId, locationId, script }: NonNullable<CardFields>,
  element: HTMLElement,
): Promise<CardFieldsHandle> => {
  const sdk = await sdkOf(script)
  const fields = await sdk.payments(applicationId, locationId).card()
  await fields.attach(element)
  return {
    tokenize: async ({ amountYen, isKept }) => {
      const { status, token, details } = await fields.tokenize({
        amount: String(amountYen),
        currencyCode: 'JPY',
        intent: isKept ? 'CHARGE_AND_STORE' : 'CHARGE',
        customerInitiated: true,
        sellerKeyedIn: false,
        billingContact: { countryCode: 'JP' },
      })
      if (status !== 'OK' || !token) return null
      const card = details?.card
      return { token, label: card ? cardLabel(card) : 'クレジットカード' }
    },
    remove: () => {
      fields.destroy().catch(() => undefined)
    },
  }
}
