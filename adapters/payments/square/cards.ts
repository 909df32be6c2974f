import type { Square, SquareClient } from 'square'
import type { SavedCard } from '../port.ts'
import { savedCardOf } from './records.ts'
import { idempotencyKeyOf } from './sdk.ts'

/** Square's customer of this payer; one is made at the first card. It learns the opaque key and nothing else. */
const customerOf = async (client: SquareClient, payerKey: string): Promise<string> => {
  const { customers } = await client.customers.search({
    query: { filter: { referenceId: { exact: payerKey } } },
    limit: 1n,
  })
  const known = customers?.[0]?.id
  if (known) return known
  const { customer } = await client.customers.create({
    idempotencyKey: idempotencyKeyOf(`customer:${payerKey}`),
    // Square wants a name or an address of each customer.
    givenName: payerKey,
    referenceId: payerKey,
  })
  if (!customer?.id) throw new Error('Square made a customer without an id')
  return customer.id
}

/** Saves the card of this payment on file, once however often it is called. */
export const saveCard = async (
  client: SquareClient,
  payment: Square.Payment,
  { orderId, payerKey }: { orderId: string; payerKey: string },
): Promise<SavedCard | undefined> => {
  const { card } = await client.cards.create({
    idempotencyKey: idempotencyKeyOf(`card:${orderId}`),
    sourceId: payment.id ?? '',
    card: { customerId: await customerOf(client, payerKey), referenceId: payerKey },
  })
  return savedCardOf(card)
}
