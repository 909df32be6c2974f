import { looksLikeSamePerson } from '#domain/people/same-person.ts'
import { chatFacts } from '#server/chat/send-facts.ts'
import type { Tx } from '#server/db/database.ts'
import { sharesPayoutAccount } from '#server/points/earnings/payout-account.ts'

/** Whether the two can't trade: a side has left or is a minor, or both look like one person (product.md 13.1). */
export const maySell = async (
  tx: Tx,
  { buyerId, sellerId }: { buyerId: string; sellerId: string },
  nowMs: number,
): Promise<'yes' | 'underAge' | 'marketSelf' | 'notFound'> => {
  if (buyerId === sellerId) return 'marketSelf'
  const { own, partner, isBlocked } = await chatFacts(tx, buyerId, sellerId, nowMs)
  if (!partner || isBlocked || partner.role === 'closed' || partner.isUnderAge) return 'notFound'
  if (own.isUnderAge) return 'underAge'
  const isSame = looksLikeSamePerson(own, partner) || (await sharesPayoutAccount(tx, buyerId, sellerId))
  return isSame ? 'marketSelf' : 'yes'
}
