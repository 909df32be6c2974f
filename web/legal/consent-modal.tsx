import { useState } from 'react'
import type { DueConsent } from '#contract/legal/legal.ts'
import { legalTitles } from '#contract/legal/legal-documents.ts'
import { Link, useNavigate } from '#web/router/router.ts'
import { signOut } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import styles from './consent-modal.module.css'
import { useAgreeing } from './queries.ts'

/** What changed, the whole text, and three choices: agree, log out, deactivate the account. */
export const ConsentModal = ({ due }: { due: readonly DueConsent[] }) => {
  // A browser may close a dialog against our will: it opens again.
  const [opened, setOpened] = useState(0)
  const [isLeaving, setIsLeaving] = useState(false)
  const navigate = useNavigate()
  const agree = useAgreeing()
  const titles = due.map(({ document }) => legalTitles[document]).join('と')
  const leave = async () => {
    setIsLeaving(true)
    // A page that needs a session would redirect to the login before the home screen opens.
    await navigate(paths.home())
    const { ok } = await signOut({ callbackUrl: paths.home() })
    if (ok) return
    setIsLeaving(false)
    void showToast({
      tone: 'error',
      title: 'ログアウトできませんでした',
      text: '通信環境をご確認ください。',
    })
  }
  return (
    <Modal
      key={opened}
      open
      title={`${titles}が新しくなりました`}
      dismissible={false}
      closeButton={false}
      onClose={() => setOpened(opened + 1)}
    >
      {due.map((consent) => (
        <Change key={consent.document} consent={consent} />
      ))}
      <p className={styles.note}>
        ご利用を続けるには、同意が必要です。いまの通話とトークは、そのままお使いいただけます。
      </p>
      {agree.error ? (
        <p className={styles.error} role="alert">
          {agree.error.message}
        </p>
      ) : null}
      <Button
        variant="primary"
        size="l"
        block
        busy={agree.isPending}
        aria-disabled={isLeaving}
        onClick={() => agree.mutate(due)}
      >
        同意する
      </Button>
      <Button
        variant="quiet"
        block
        busy={isLeaving}
        aria-disabled={agree.isPending}
        onClick={() => void leave()}
      >
        ログアウト
      </Button>
      <p className={styles.ways}>
        <Link to={paths.conversations()}>トークを見る</Link>
        <Link to={paths.quit()}>退会する</Link>
      </p>
    </Modal>
  )
}

const Change = ({ consent: { document, changes } }: { consent: DueConsent }) => (
  <section className={styles.change}>
    {changes.length > 0 ? (
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    ) : null}
    <Link to={paths.legal(document)} target="_blank">
      {legalTitles[document]}を読む
    </Link>
  </section>
)
