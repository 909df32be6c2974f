import { createHash } from 'node:crypto'
import type { Carrier, TrackingState } from '#contract/market/market.ts'
import type { Shipping } from './port.ts'

/** How long after the hand-in the sandbox's parcels move on. */
export const sandboxTransitMs = 60_000
export const sandboxDeliveryMs = 180_000

const prefixes = { parcel: 'KT', post: 'KP' } as const satisfies Record<Carrier, string>

const checkDigit = (digits: string): number =>
  [...digits].reduceRight(
    (sum, digit, at) => sum + Number(digit) * (at % 2 === digits.length % 2 ? 1 : 3),
    0,
  ) % 10

/**
 * A code of the sandbox: `KT` for 宅配便 or `KP` for 郵便, and three groups of four digits, of which the last digit
 * checks the others. It says nothing of the parcel or its people.
 */
export const sandboxCode = (parcelId: string, carrier: Carrier): string => {
  const number = createHash('sha256').update(`parcel:${parcelId}:${carrier}`).digest().readUIntBE(0, 6)
  const digits = String(number % 10 ** 11).padStart(11, '0')
  const whole = `${digits}${checkDigit(digits)}`
  return [prefixes[carrier], whole.slice(0, 4), whole.slice(4, 8), whole.slice(8)].join('-')
}

/** No carrier: it issues codes and lets parcels arrive by the clock. It stores no address. */
export const createSandboxShipping = ({ now }: { now: () => number }): Shipping => ({
  issueLabel: async ({ parcelId, carrier }) => ({ outcome: 'issued', code: sandboxCode(parcelId, carrier) }),
  track: async ({ handedInAt }): Promise<TrackingState> => {
    const passedMs = now() - handedInAt
    if (passedMs >= sandboxDeliveryMs) return 'delivered'
    return passedMs >= sandboxTransitMs ? 'inTransit' : 'accepted'
  },
})
