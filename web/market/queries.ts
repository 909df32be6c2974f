import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { marketItemsEndpoints } from '#contract/market/items.ts'
import { marketTransactionsEndpoints } from '#contract/market/transactions.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { marketKey } from '#web/shell/query-keys.ts'
import { showToast } from '#web/ui/dialog/toast.ts'

const { getFleaMarketItems, getFleaMarketFavorites, getFleaMarketItemDetail, getMyFleaMarketItems } =
  marketItemsEndpoints

type Search = Omit<RequestOf<typeof getFleaMarketItems>, 'after' | 'limit'>

const useIsMember = (): boolean => useSession().status === 'authenticated'

export const useItems = (search: Search) =>
  useInfiniteQuery({
    queryKey: [...marketKey, 'items', search],
    queryFn: ({ pageParam, signal }) =>
      fetchEndpoint(
        getFleaMarketItems,
        { ...search, ...(pageParam === null ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: useIsMember(),
    placeholderData: keepPreviousData,
  })

export const useFavouriteItems = () =>
  useInfiniteQuery({
    queryKey: [...marketKey, 'favourites'],
    queryFn: ({ pageParam, signal }) =>
      fetchEndpoint(getFleaMarketFavorites, pageParam === null ? {} : { after: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: useIsMember(),
  })

/** A query that is fetched again when a notification comes, because it may be about this. */
const useOwn = <E extends EndpointSpec>(
  key: readonly unknown[],
  endpoint: E,
  input: RequestOf<E>,
  { isEnabled = true, everyMs = false }: { isEnabled?: boolean; everyMs?: number | false } = {},
) => {
  const queries = useQueryClient()
  const isMember = useIsMember()
  useSocketEvent('notices:changed', () => void queries.invalidateQueries({ queryKey: marketKey }))
  return useQuery<OutputOf<E>>({
    queryKey: [...marketKey, ...key],
    queryFn: ({ signal }) => fetchEndpoint(endpoint, input, { signal }),
    enabled: isMember && isEnabled,
    staleTime: 0,
    refetchInterval: everyMs,
  })
}

/** A parcel moves on without a notification. */
const transactionEveryMs = 10_000

export const useItem = (itemId: string) =>
  useOwn(['item', itemId], getFleaMarketItemDetail, { itemId }, { isEnabled: itemId !== '' })
export const useOwnItems = () => useOwn(['own'], getMyFleaMarketItems, {})
export const useMarketTerms = () => useOwn(['terms'], marketItemsEndpoints.getFleaMarketTerms, {})
export const useOwnAddress = () => useOwn(['address'], marketTransactionsEndpoints.getFleaMarketAddress, {})
export const useTransaction = (transactionId: string) =>
  useOwn(
    ['transaction', transactionId],
    marketTransactionsEndpoints.getFleaMarketTransactionDetail,
    { transactionId },
    { everyMs: transactionEveryMs },
  )

export const useTransactions = () =>
  useInfiniteQuery({
    queryKey: [...marketKey, 'transactions'],
    queryFn: ({ pageParam, signal }) =>
      fetchEndpoint(
        marketTransactionsEndpoints.getFleaMarketTransactions,
        pageParam === null ? {} : { after: pageParam },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: useIsMember(),
    staleTime: 0,
  })

/** A change in the market; afterwards what is shown is fetched again. A failure without a place of its own is a toast. */
export const useMarketChange = <E extends EndpointSpec>(
  endpoint: E,
  { failure, success }: { failure?: string; success?: string } = {},
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestOf<E>) => fetchEndpoint(endpoint, input),
    onSuccess: () => {
      if (success) showToast({ tone: 'ok', title: success })
    },
    onError: (error) => {
      if (failure) showToast({ tone: 'error', title: failure, text: error.message })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: marketKey }),
  })
}

/** Whether to ask once more: the contact guard warns first. */
export const isContactWarning = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'contactWarning'
