import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type EarningLine, earningLinesPerPageMax, earningsEndpoints } from '#contract/points/earnings.ts'
import { type BankAccount, payoutsEndpoints } from '#contract/points/payouts.ts'
import { requireProof } from '#web/account/identity-proof/identity-proof.ts'
import { fetchEndpoint } from '#web/shell/query.ts'

const earningsKey = ['earnings'] as const
const linesPerPage = 20

/** The broadcaster's earnings by state, and the months that have statements. */
export const useEarnings = () =>
  useQuery({
    queryKey: [...earningsKey, 'summary'],
    queryFn: ({ signal }) => fetchEndpoint(earningsEndpoints.getEarnings, {}, { signal }),
    staleTime: 0,
  })

interface LinePage {
  lines: EarningLine[]
  more: boolean
}

/** Every line, newest first, page by page. */
export const useEarningLines = () =>
  useInfiniteQuery({
    queryKey: [...earningsKey, 'lines'],
    queryFn: ({ signal, pageParam }): Promise<LinePage> =>
      fetchEndpoint(
        earningsEndpoints.getEarningLines,
        { limit: linesPerPage, ...(pageParam === null ? {} : { beforeId: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? page.lines.at(-1)?.id : undefined),
    staleTime: 0,
  })

/** A month's statement with all of its lines: they are printed and exported together. */
export const useStatement = (month: string) =>
  useQuery({
    queryKey: [...earningsKey, 'statement', month],
    queryFn: async ({ signal }) => {
      const [{ statement }, lines] = await Promise.all([
        fetchEndpoint(earningsEndpoints.getEarningStatement, { month }, { signal }),
        allLines(month, signal),
      ])
      return { statement, lines }
    },
  })

const allLines = async (month: string, signal: AbortSignal): Promise<EarningLine[]> => {
  const lines: EarningLine[] = []
  for (;;) {
    const before = lines.at(-1)
    const page = await fetchEndpoint(
      earningsEndpoints.getEarningLines,
      { month, limit: earningLinesPerPageMax, ...(before ? { beforeId: before.id } : {}) },
      { signal },
    )
    lines.push(...page.lines)
    if (!page.more) return lines
  }
}

export const usePayouts = () =>
  useQuery({
    queryKey: [...earningsKey, 'payouts'],
    queryFn: ({ signal }) => fetchEndpoint(payoutsEndpoints.getPayouts, {}, { signal }),
    staleTime: 0,
  })

/** Invalidates everything cached about the broadcaster's earnings. */
const useInvalidateEarnings = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: earningsKey })
}

export const useSaveAccount = () => {
  const invalidate = useInvalidateEarnings()
  return useMutation({
    mutationFn: (account: BankAccount) => requireProof(payoutsEndpoints.savePayoutAccount, { account }),
    onSuccess: invalidate,
  })
}

/** Retried with the same id until it is answered: one request, whatever the network does. */
export const useRequestPayout = () => {
  const invalidate = useInvalidateEarnings()
  return useMutation({
    mutationFn: (payoutId: string) => fetchEndpoint(payoutsEndpoints.requestPayout, { payoutId }),
    onSettled: invalidate,
  })
}
