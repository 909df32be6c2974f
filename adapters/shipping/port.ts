import type { Carrier, TrackingState } from '#contract/market/market.ts'
import type { PostalAddress } from '#contract/market/transactions.ts'

export interface LabelRequest {
  /** The same id again is the same label. */
  parcelId: string
  carrier: Carrier
  /** Both stay with the carrier: the label that leaves bears the code alone. */
  from: PostalAddress
  to: PostalAddress
}

/** `later`: no answer, or a fault of our own account there. */
export type LabelOutcome = { outcome: 'issued'; code: string } | { outcome: 'later'; reason: string }

/** A carrier's counters, which read an anonymous code. Never throws; a request ends within 10 s. */
export interface Shipping {
  issueLabel(request: LabelRequest): Promise<LabelOutcome>
  /** @returns null while the carrier can't tell */
  track(parcel: { code: string; handedInAt: number }): Promise<TrackingState | null>
}
