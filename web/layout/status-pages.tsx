import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRouteError } from '#web/router/router.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import styles from './status-pages.module.css'

export const NotFoundPage = () => {
  usePageTitle('ページが見つかりません')
  return (
    <div className={styles.page}>
      <EmptyState
        level={1}
        title="ページが見つかりません"
        action={
          <ButtonLink variant="primary" to={paths.home()}>
            ホームへ戻る
          </ButtonLink>
        }
      >
        お探しのページは、移動したか、なくなった可能性があります。
      </EmptyState>
    </div>
  )
}

/** Shown when the layout itself failed; the error's text is not shown. */
export const ErrorPage = () => (
  <main>
    <BrokenScreen />
  </main>
)

/** In the place of a screen that failed: the tabs and a held call stay around it. */
export const BrokenScreen = () => {
  const error = useRouteError()
  // The router caught it, so no other handler reports it.
  useEffect(() => reportError(error), [error])
  usePageTitle('エラー')
  return (
    <div className={styles.page}>
      <EmptyState
        level={1}
        picture="/art/sticker-sleep.svg"
        title="うまく表示できませんでした"
        action={
          <div className={styles.actions}>
            <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
              再読み込み
            </Button>
            <Button variant="text" onClick={() => window.location.assign(paths.home())}>
              ホームへ戻る
            </Button>
          </div>
        }
      >
        通信環境をご確認のうえ、もう一度お試しください。
      </EmptyState>
    </div>
  )
}

/** In the place of a screen whose code couldn't be loaded: without a network it comes back by itself. */
export const ScreenFailed = ({ retry }: { retry: () => Promise<boolean> }) => {
  usePageTitle('エラー')
  const [isTrying, setIsTrying] = useState(false)
  const press = async () => {
    setIsTrying(true)
    // With a network its file may be gone with a release: the page itself brings the new ones.
    if (!(await retry()) && navigator.onLine) window.location.reload()
    setIsTrying(false)
  }
  return (
    <div className={styles.page}>
      <EmptyState
        level={1}
        picture="/art/sticker-sleep.svg"
        title="うまく表示できませんでした"
        action={
          <Button variant="primary" icon={RotateCw} busy={isTrying} onClick={() => void press()}>
            再読み込み
          </Button>
        }
      >
        通信がつながると、自動で表示します。
      </EmptyState>
    </div>
  )
}

/** The very first moment, while the screen's code is fetched. */
export const LoadingPage = () => (
  <>
    <OfflineBanner />
    <div className={styles.page} role="status">
      <Wordmark className={styles.breathe} />
      <span className="vh">読み込み中</span>
    </div>
  </>
)
