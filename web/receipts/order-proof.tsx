import { useQuery } from '@tanstack/react-query'
import { receiptsEndpoints } from '#contract/receipts/receipts.ts'
import { ask } from '#web/shell/query.ts'
import { ReceiptProof } from './receipt-proof.tsx'

/** A paid order's verifiable receipt; nothing until it is there. */
export const OrderProof = ({ orderId }: { orderId: string }) => {
  const { data } = useQuery({
    queryKey: ['orders', 'receipt', orderId],
    queryFn: ({ signal }) => ask(receiptsEndpoints.getOrderReceipt, { orderId }, { signal }),
  })
  return data ? <ReceiptProof signed={data.signed} /> : null
}
