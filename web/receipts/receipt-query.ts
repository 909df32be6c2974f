import { queryOptions } from '@tanstack/react-query'
import { callsEndpoints } from '#contract/calls/calls.ts'
import { ask } from '#web/shell/query.ts'

/** One call's receipt: what the end of a call fetched, the receipt's own page finds in the cache. */
export const receiptQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', 'receipt', callId],
    queryFn: ({ signal }) => ask(callsEndpoints.getReceipt, { callId }, { signal }),
  })
