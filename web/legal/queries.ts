import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type DueConsent, legalEndpoints } from '#contract/legal/legal.ts'
import type { LegalDocument } from '#contract/legal/legal-documents.ts'
import { useLocation } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'

/** A version never changes; which one is in force changes seldom. */
export const useLegalPage = (document: LegalDocument, version: number | undefined) =>
  useQuery({
    queryKey: ['legal', 'page', document, version ?? 'inForce'],
    queryFn: async ({ signal }) =>
      (
        await fetchEndpoint(
          legalEndpoints.getLegalDocument,
          { document, ...(version ? { version } : {}) },
          { signal },
        )
      ).page,
    staleTime: 60_000,
    // The page stays while another version of the same document loads.
    placeholderData: (shown) => (shown?.document === document ? shown : undefined),
  })

const agreementsKey = ['legal', 'agreements'] as const
/** New terms appear on the next screen after this time, and on a page that stays open. */
const agreementsFreshMs = 30_000
const agreementsEveryMs = 5 * 60_000

/** What the member has to agree to; fetched again as the member moves from screen to screen. */
export const useDueConsents = (): readonly DueConsent[] => {
  const { data: session } = useSession()
  const { pathname } = useLocation()
  const client = useQueryClient()
  const memberId = session?.user.id
  const { data } = useQuery({
    queryKey: [...agreementsKey, memberId],
    queryFn: async ({ signal }) => (await fetchEndpoint(legalEndpoints.getAgreements, {}, { signal })).due,
    enabled: memberId !== undefined,
    staleTime: agreementsFreshMs,
    refetchInterval: agreementsEveryMs,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen is a moment to look
  useEffect(() => {
    void client.refetchQueries({ queryKey: agreementsKey, stale: true, type: 'active' })
  }, [client, pathname])
  return data ?? []
}

/** Agrees to what was shown; afterwards, or where the texts changed, the due consents are fetched again. */
export const useAgreeing = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (shown: readonly DueConsent[]) =>
      fetchEndpoint(legalEndpoints.agree, {
        agreements: shown.map(({ document, version }) => ({ document, version })),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: agreementsKey }),
  })
}
