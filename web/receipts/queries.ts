import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callsEndpoints, type Receipt, type ReceiptLine } from '#contract/calls/calls.ts'
import { watchEndpoints } from '#contract/live/rooms.ts'
import { fetchEndpoint } from '#web/shell/query.ts'

/** One call's receipt. The end of a call fetches it; the receipt's page then finds it in the cache. */
export const receiptQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', 'receipt', callId],
    queryFn: ({ signal }) => fetchEndpoint(callsEndpoints.getReceipt, { callId }, { signal }),
  })

/** What was paid in a visit or a live call beside its meter; nothing is asked for other calls. */
export const useVisitPayments = (call: Pick<Receipt, 'callId' | 'origin'> | null) =>
  useQuery({
    queryKey: ['calls', 'visit-payments', call?.callId],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(watchEndpoints.getVisitPayments, { callId: call?.callId ?? '' }, { signal }))
        .payments,
    enabled: call?.origin === 'sideWatch' || call?.origin === 'live',
  })

export const useReceipt = (callId: string) => useQuery(receiptQuery(callId))

const receiptsPerPage = 20

interface ReceiptPage {
  receipts: ReceiptLine[]
  more: boolean
}

/** The member's receipts of calls, newest first, page by page. */
export const useReceipts = () =>
  useInfiniteQuery({
    queryKey: ['calls', 'receipts'],
    queryFn: ({ signal, pageParam }): Promise<ReceiptPage> =>
      fetchEndpoint(
        callsEndpoints.getReceipts,
        { limit: receiptsPerPage, ...(pageParam === '' ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => (page.more ? page.receipts.at(-1)?.startedAt : undefined),
    staleTime: 0,
  })
