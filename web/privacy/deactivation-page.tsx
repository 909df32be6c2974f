import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quitEndpoints } from '#contract/privacy/deactivation.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/paths.ts'
import { ask } from '#web/shell/query.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DeactivationDone } from './deactivation-done.tsx'
import { DeactivationForm } from './deactivation-form.tsx'
import { DeactivationLosses } from './deactivation-losses.tsx'

/** Deactivating the account: what ends with it, the reason, and the confirmation. */
export const DeactivationPage = () => {
  /** From the moment it is sent: it ends every session, also this one, and must not redirect to the login. */
  const [isLeaving, setIsLeaving] = useState(false)
  const [cancelUntil, setCancelUntil] = useState<string | null>(null)
  const { status, data } = useSession({ required: !isLeaving })
  const query = useQuery({
    queryKey: ['quit', data?.user.id],
    queryFn: ({ signal }) => ask(quitEndpoints.getQuitTerms, {}, { signal }),
    enabled: status === 'authenticated' && !isLeaving,
    // Figures of points and earnings: never from before.
    staleTime: 0,
    gcTime: 0,
  })
  const [shown, setShown] = useState<typeof query.data>()
  if (query.data && query.data !== shown) setShown(query.data)
  const terms = query.data?.terms ?? shown?.terms
  return (
    <SubPage title="退会" back={paths.myPage()}>
      {cancelUntil !== null ? (
        <DeactivationDone cancelUntil={cancelUntil} hasWayBack={terms?.hasWayBack ?? false} />
      ) : terms ? (
        <>
          <DeactivationLosses terms={terms} memberId={data?.user.id ?? ''} />
          <DeactivationForm terms={terms} onSending={setIsLeaving} onDone={setCancelUntil} />
        </>
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={420} />
      )}
    </SubPage>
  )
}
