import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { quitEndpoints } from '#contract/privacy/deactivation.ts'
import { FormPage } from '#web/layout/form-page.tsx'
import { getSession, signOut } from '#web/session/session.tsx'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { count, day, daysLeft } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { FactList } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './deactivation.module.css'

/** Replaces every screen for a deactivated account that signed in again: return, or log out. */
export const DeactivatedAccountScreen = () => {
  usePageTitle('退会の手続き中です')
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['deactivation'],
    queryFn: ({ signal }) => fetchEndpoint(quitEndpoints.getDeactivation, {}, { signal }),
    staleTime: 0,
  })
  const comeBack = useMutation({
    mutationFn: () => fetchEndpoint(quitEndpoints.cancelDeactivation, {}),
    onSuccess: async () => {
      // Everything that was fetched without a session is fetched again.
      queries.clear()
      await getSession()
    },
  })
  const leave = useMutation({ mutationFn: () => signOut({ callbackUrl: paths.home() }) })
  return (
    <FormPage title="退会の手続き中です">
      {query.data ? (
        <ReturnTerms deactivation={query.data.deactivation} />
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={160} />
      )}
      <Refusal text={comeBack.error?.message} />
      <div className={styles.stack}>
        <Button block size="l" busy={comeBack.isPending} onClick={() => comeBack.mutate()}>
          退会を取り消す
        </Button>
        <Button block size="l" busy={leave.isPending} onClick={() => leave.mutate()}>
          ログアウト
        </Button>
      </div>
    </FormPage>
  )
}

const ReturnTerms = ({
  deactivation: { quitAt, cancelUntil, points },
}: {
  deactivation: { quitAt: string; cancelUntil: string; points: number }
}) => {
  const now = Date.now()
  return (
    <>
      <p className={styles.text}>
        取り消すと、プロフィールやトーク、お気に入りが元に戻り、すぐにご利用いただけます。
      </p>
      <FactList
        items={[
          { label: '退会した日', value: day(quitAt, now) },
          {
            label: '取り消せる期限',
            value: day(cancelUntil, now),
            note: `あと${daysLeft(cancelUntil, now)}日`,
          },
          { label: 'ポイント', value: `${count(points)}pt` },
        ]}
      />
    </>
  )
}
