import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quitEndpoints } from '#contract/privacy/deactivation.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { day } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './deactivation.module.css'
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
    queryFn: ({ signal }) => fetchEndpoint(quitEndpoints.getQuitTerms, {}, { signal }),
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
        <DeactivationDone cancelUntil={cancelUntil} hasRecoveryMethod={terms?.hasRecoveryMethod ?? false} />
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

/** After the deactivation: what holds from now on, and where to go. */
const DeactivationDone = ({
  cancelUntil,
  hasRecoveryMethod,
}: {
  cancelUntil: string
  hasRecoveryMethod: boolean
}) => (
  <Panel title="退会のお手続きが終わりました">
    <p className={styles.text} role="status">
      これまでのご利用、ありがとうございました。すべての端末からログアウトしました。
    </p>
    {hasRecoveryMethod ? (
      <p className={styles.text}>
        {day(cancelUntil, Date.now())}
        までは、ログインして退会を取り消せます。それを過ぎると、お名前やメッセージなどの情報を消去します。
      </p>
    ) : null}
    <div className={styles.next}>
      <ButtonLink block to={paths.home()}>
        ホームへ
      </ButtonLink>
    </div>
  </Panel>
)
