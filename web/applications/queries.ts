import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  applicationEndpoints,
  type DocumentKind,
  type OwnApplication,
} from '#contract/applications/applications.ts'
import type { OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { requireProof } from '#web/account/identity-proof/identity-proof.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'

const applicationKey = ['application'] as const
/** An open page shows the decision within this time. */
const waitingEveryMs = 30_000

type Answer = OutputOf<typeof applicationEndpoints.getApplication>

/** The viewer's own application; requested only with a session. */
export const useApplication = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: applicationKey,
    queryFn: ({ signal }) => fetchEndpoint(applicationEndpoints.getApplication, {}, { signal }),
    enabled: status === 'authenticated',
    refetchInterval: ({ state: { data } }) =>
      data?.application.state === 'submitted' ? waitingEveryMs : false,
    staleTime: 0,
  })
}

/** Puts the application of an answer into the cache. */
const useShowApplication = () => {
  const client = useQueryClient()
  return (change: (application: OwnApplication) => OwnApplication) =>
    client.setQueryData<Answer>(
      applicationKey,
      (known) => known && { ...known, application: change(known.application) },
    )
}

/** Begins with a document, or chooses another one. */
export const useBeginApplication = () => {
  const show = useShowApplication()
  return useMutation({
    mutationFn: (documentKind: DocumentKind) =>
      requireProof(applicationEndpoints.beginApplication, { documentKind }),
    onSuccess: ({ application }) => show(() => application),
  })
}

export const useSubmitApplication = () => {
  const show = useShowApplication()
  return useMutation({
    mutationFn: (input: RequestOf<typeof applicationEndpoints.submitApplication>) =>
      requireProof(applicationEndpoints.submitApplication, input),
    onSuccess: ({ application }) => show(() => application),
  })
}

export const useWithdrawApplication = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => requireProof(applicationEndpoints.withdrawApplication, {}),
    // A decision may have come first: the screen shows the stored state, whatever the answer was.
    onSettled: () => client.invalidateQueries({ queryKey: applicationKey }),
  })
}

/** Marks a picture as received: its side is no longer required. */
export const useMarkReceived = () => {
  const show = useShowApplication()
  return (side: OwnApplication['received'][number]) =>
    show((application) => ({
      ...application,
      received: [...new Set([...application.received, side])],
    }))
}
