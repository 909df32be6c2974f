import { Link, useMatch } from '#web/router/router.ts'
import { openLogin, openRegistration } from '#web/session/account-dialog-state.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import styles from './visitor-bar.module.css'

/** Above every screen of a phone for a visitor; on a desktop the side rail has the same buttons. */
export const VisitorBar = () => {
  const isHome = useMatch(paths.home()) !== null
  return (
    <header className={styles.bar} data-visitor data-home={isHome || undefined}>
      <Link to={paths.home()} className={styles.mark} aria-label="今宵 Koyoi ホーム">
        <Wordmark />
      </Link>
      <Button variant="text" size="s" className={styles.login} onClick={openLogin}>
        ログイン
      </Button>
      <Button variant={isHome ? 'primary' : 'tonal'} size="s" onClick={openRegistration}>
        無料ではじめる
      </Button>
    </header>
  )
}
