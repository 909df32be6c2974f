import { useQuery } from '@tanstack/react-query'
import { CircleAlert, MailCheck, MailQuestion } from 'lucide-react'
import { mailAccountEndpoints } from '#contract/account/mail-account.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { FormPage } from '#web/layout/form-page.tsx'
import { getSession, useSession } from '#web/session/session.tsx'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError, fetchEndpoint } from '#web/shell/query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { AccountNotice } from '../account-notice.tsx'
import formStyles from '../sign-in/registration-form.module.css'
import { useMailedToken } from './mailed-token.ts'

/** The page that the link of a confirmation mail opens. */
export const ConfirmMailPage = () => {
  usePageTitle('メールアドレスの確認')
  const { token } = useMailedToken(paths.confirmMail())
  return (
    <FormPage hasWaysIn title="メールアドレスの確認">
      {token === null ? <NoLink /> : <Result key={token} token={token} />}
    </FormPage>
  )
}

/** Sent once for each link; a retry after a lost answer is told that the address is confirmed. */
const useConfirmation = (token: string) =>
  useQuery({
    queryKey: ['account', 'confirm-mail', token],
    queryFn: async () => {
      const { isOwnSession } = await fetchEndpoint(mailAccountEndpoints.confirmMail, { token })
      // The session goes on under another token.
      if (isOwnSession) await getSession()
      return { isOwnSession }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

const Result = ({ token }: { token: string }) => {
  const query = useConfirmation(token)
  if (query.isSuccess)
    return (
      <>
        <AccountNotice icon={MailCheck} isDone>
          メールアドレスの登録が完了しました。
        </AccountNotice>
        <p className={formStyles.lead}>
          これからは、どの端末からでも、このメールアドレスでログインできます。
        </p>
        <WayOn isOwn={query.data.isOwnSession} />
      </>
    )
  if (!query.isError)
    return <AccountNotice icon={MailQuestion}>メールアドレスを確認しています。</AccountNotice>
  return <Failure error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
}

const passing: ReadonlySet<RefusalCode> = new Set(['serverFailure', 'tooManyRequests', 'notReady'])

const Failure = ({
  error,
  onRetry,
  isRetrying,
}: {
  error: Error
  onRetry: () => void
  isRetrying: boolean
}) => {
  const code = error instanceof AnswerError ? error.code : 'serverFailure'
  const isDone = code === 'confirmationUsed'
  return (
    <>
      <AccountNotice icon={isDone ? MailCheck : CircleAlert} isDone={isDone}>
        {error.message}
      </AccountNotice>
      {passing.has(code) ? (
        <Button variant="primary" size="l" block busy={isRetrying} onClick={onRetry}>
          もう一度ためす
        </Button>
      ) : isDone ? (
        <WayOn isOwn={false} />
      ) : (
        <SendAgain />
      )}
    </>
  )
}

/** @param isOwn whether the link belongs to the account that is signed in here */
const WayOn = ({ isOwn }: { isOwn: boolean }) => {
  const { status } = useSession()
  if (status === 'unauthenticated')
    return (
      <ButtonLink variant="primary" size="l" block to={paths.login()}>
        ログインする
      </ButtonLink>
    )
  return (
    <ButtonLink variant="primary" size="l" block to={isOwn ? paths.security() : paths.home()}>
      {isOwn ? '設定に戻る' : 'ホームへ'}
    </ButtonLink>
  )
}

/** A signed-in account sends another mail from its settings; without a session the member signs in first. */
const SendAgain = () => {
  const { status } = useSession()
  return (
    <>
      <p className={formStyles.lead}>
        {status === 'unauthenticated'
          ? '手続きをした端末の「ログインと安全」から、確認メールをもう一度送れます。'
          : '「ログインと安全」から、確認メールをもう一度送れます。'}
      </p>
      <ButtonLink variant="primary" size="l" block to={paths.security()}>
        {status === 'unauthenticated' ? 'ログインして送り直す' : 'ログインと安全を開く'}
      </ButtonLink>
    </>
  )
}

const NoLink = () => (
  <>
    <AccountNotice icon={MailQuestion}>お送りしたメールのリンクから開いてください。</AccountNotice>
    <SendAgain />
  </>
)
