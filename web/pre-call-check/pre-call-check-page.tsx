import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from '#web/router/router.ts'
import { destinationPath } from '#web/session/destination.ts'
import { useSession } from '#web/session/session.tsx'
import { checkMemory } from '#web/shell/check-memory.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useStore } from '#web/shell/use-store.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { browserCheckPorts } from './browser-check-ports.ts'
import { stepNames } from './check-view.ts'
import { createPreCallCheck, type PreCallCheck } from './pre-call-check.ts'
import styles from './pre-call-check-page.module.css'
import { StepCard } from './step-card.tsx'
import { announcementOf } from './step-texts.ts'
import stepStyles from './steps.module.css'
import { VerdictCard } from './verdict-card.tsx'

/** The page from which the check was opened, as a path of our own; null when it was opened by itself. */
const useReturnPath = (): string | null => {
  const [params] = useSearchParams()
  const back = params.get('back')
  const path = back && destinationPath(window.location.origin, back)
  return path && !path.startsWith(paths.videoTest()) ? path : null
}

/** The check before a call: devices, path to the media server, what comes back, and a plain verdict. */
export const PreCallCheckPage = () => {
  const { status } = useSession({ required: true })
  usePageTitle('通話テスト')
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  return (
    <div className={styles.page}>
      <AppBar title="通話テスト" onBack={() => void navigate(returnPath ?? paths.myPage())} />
      {status === 'authenticated' ? <Check returnPath={returnPath} /> : <Skeleton height={320} />}
    </div>
  )
}

/** Released with the page, also when the page is closed, put into the back/forward cache or reloaded. */
const usePreCallCheck = (): PreCallCheck => {
  const [check] = useState(() => createPreCallCheck(browserCheckPorts))
  useEffect(() => {
    const leave = () => check.close({ keepalive: true })
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      check.close()
    }
  }, [check])
  return check
}

const Check = ({ returnPath }: { returnPath: string | null }) => {
  const check = usePreCallCheck()
  const view = useStore(check.store)
  const { stage, kind, result } = view
  useEffect(() => {
    if (stage === 'done') checkMemory.store('done')
  }, [stage])
  const nextLink = returnPath
    ? { to: returnPath, label: returnPath.startsWith('/outgoing/') ? '通話の画面に戻る' : '戻る' }
    : { to: paths.home(), label: 'ホームへ' }
  return (
    <>
      <p className="vh" role="status">
        {announcementOf(view, navigator.userAgent)}
      </p>
      {stage === 'intro' ? <Intro check={check} /> : null}
      {stage === 'done' && result ? (
        <VerdictCard result={result} nextLink={nextLink} onAgain={() => check.start(kind)} />
      ) : null}
      <ol className={stepStyles.steps} aria-label="テストの項目">
        {stepNames.map((step) => (
          <StepCard key={step} check={check} view={view} step={step} />
        ))}
      </ol>
    </>
  )
}

const Intro = ({ check }: { check: PreCallCheck }) => (
  <Panel className={styles.intro}>
    <h2>カメラとマイク、通信を確かめます</h2>
    <p>
      1分ほどで終わり、ポイントはかかりません。映像と声は通話サーバーを往復するだけで、だれにも見えず、録画もされません。
    </p>
    <Button variant="primary" size="l" block onClick={() => check.start('video')}>
      テストをはじめる
    </Button>
    <Button variant="quiet" block onClick={() => check.start('voice')}>
      カメラを使わずにはじめる
    </Button>
  </Panel>
)
