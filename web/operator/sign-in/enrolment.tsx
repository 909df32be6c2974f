import { useQuery } from '@tanstack/react-query'
import { operatorEndpoints } from '#contract/operators/operators.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CodeField } from './code-field.tsx'
import styles from './sign-in.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { SignOutButton } from './sign-out-button.tsx'

const inGroupsOfFour = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ')

/** The first sign-in: an authenticator stores the secret, and its first code proves it. */
export const Enrolment = ({ onEnrolled }: { onEnrolled: (codes: readonly string[] | null) => void }) => {
  const offer = useQuery({
    queryKey: ['operator', 'offer'],
    queryFn: ({ signal }) => fetchEndpoint(operatorEndpoints.operatorOfferSecret, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <SignInFrame title="認証アプリの登録">
      {offer.isError ? (
        <QueryError query={offer} />
      ) : (
        <>
          <ol className={styles.steps}>
            <li>
              認証アプリ（Google Authenticator、1Passwordなど）で読み取ってください。
              <div className={styles.qr}>
                {offer.data ? (
                  <QrCode text={offer.data.uri} label="認証アプリに登録するQRコード" />
                ) : (
                  <Skeleton height={200} width={200} />
                )}
              </div>
              読み取れないときは、このキーを入力します。
              <code className={styles.key}>{offer.data ? inGroupsOfFour(offer.data.key) : '…'}</code>
            </li>
            <li>アプリに表示された6桁の数字を入力してください。</li>
          </ol>
          <CodeField label="確認コード" button="登録してログイン" onPassed={onEnrolled} />
        </>
      )}
      <SignOutButton>別のアカウントでログイン</SignOutButton>
    </SignInFrame>
  )
}
