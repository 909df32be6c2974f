import type { ReactNode } from 'react'
import { Link } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import styles from './form-page.module.css'
import { LegalLinks } from './legal-links.tsx'

/** A page with one form on a card; the wordmark links to the home screen. */
export const FormPage = ({
  title,
  hasWaysIn = false,
  children,
}: {
  title: string
  /** A visitor finds login and registration below the card; for pages whose form offers neither. */
  hasWaysIn?: boolean
  children: ReactNode
}) => (
  <div className={styles.page}>
    <Link to={paths.home()} className={styles.mark} aria-label="今宵 Koyoi ホームへ">
      <Wordmark />
    </Link>
    <div className={styles.card}>
      <h1>{title}</h1>
      {children}
    </div>
    {hasWaysIn ? <WaysIn /> : null}
    <LegalLinks className={styles.foot} />
  </div>
)

const WaysIn = () =>
  useSession().status === 'unauthenticated' ? (
    <p className={styles.ways}>
      <Link to={paths.login()}>ログイン</Link>
      <Link to={paths.signup()}>無料ではじめる</Link>
    </p>
  ) : null
