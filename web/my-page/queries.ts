import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callsEndpoints, type ReceiptLine } from '#contract/calls/calls.ts'
import { pointsEndpoints } from '#contract/points/points.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { receiptQuery } from '#web/receipts/receipt-query.ts'
import { ask } from '#web/shell/query.ts'
import { pointsKey } from '#web/shell/use-points.ts'

const receiptsPerPage = 20

/** The wallet stands beside the balance in the cache: whoever makes the balance stale makes the wallet stale. */
const walletKey = [...pointsKey, 'wallet'] as const

export const useWallet = () => {
  const query = useQuery({
    queryKey: walletKey,
    queryFn: ({ signal }) => ask(pointsEndpoints.getMyWallet, {}, { signal }),
    // A call may have spent from it a moment ago.
    staleTime: 0,
  })
  useSocketEvent('point:changed', () => void query.refetch())
  return query
}

interface ReceiptPage {
  receipts: ReceiptLine[]
  more: boolean
}

/** The member's calls, newest first, page by page. */
export const useReceipts = () =>
  useInfiniteQuery({
    queryKey: ['calls', 'receipts'],
    queryFn: ({ signal, pageParam }): Promise<ReceiptPage> =>
      ask(
        callsEndpoints.getReceipts,
        { limit: receiptsPerPage, ...(pageParam === '' ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => (page.more ? page.receipts.at(-1)?.startedAt : undefined),
    staleTime: 0,
  })

export const useReceipt = (callId: string) => useQuery(receiptQuery(callId))
