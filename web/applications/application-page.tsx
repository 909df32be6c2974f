import { decisionReasons, type KeptDays, type OwnApplication } from '#contract/applications/applications.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './application-page.module.css'
import { ApplicationSteps } from './application-steps.tsx'
import { DocumentHandling } from './document-handling.tsx'
import { sideName } from './document-texts.ts'
import { earningExample } from './earning-example.ts'
import { useApplication } from './queries.ts'
import { WaitingPanel } from './waiting-panel.tsx'
import { WithdrawButton } from './withdraw-button.tsx'

/** How a caller becomes a broadcaster. */
export const ApplicationPage = () => {
  useSession({ required: true })
  const query = useApplication()
  const me = useMe()
  return (
    <SubPage title="配信者になる" back={paths.base()}>
      {query.data && me.data ? (
        me.data.role === 'broadcaster' ? (
          <Approved />
        ) : (
          <Application {...query.data} />
        )
      ) : query.isError ? (
        <QueryError query={query} />
      ) : me.isError ? (
        <QueryError query={me} />
      ) : (
        <div role="status">
          <span className="vh">読み込み中</span>
          <Skeleton height={320} />
        </div>
      )}
    </SubPage>
  )
}

const Application = ({ application, keptDays }: { application: OwnApplication; keptDays: KeptDays }) => {
  const { state } = application
  if (state === 'approved') return <Approved />
  if (state === 'submitted')
    return (
      <>
        <WaitingPanel application={application} />
        <DocumentHandling keptDays={keptDays} />
      </>
    )
  const mayApply = state !== 'refused' || mayApplyAgain(application)
  return (
    <>
      {state === 'refused' ? <Refused application={application} /> : null}
      {state === 'needsMore' ? <NeedsMore application={application} /> : null}
      {state === 'none' ? <Welcome /> : null}
      {mayApply ? <ApplicationSteps application={application} /> : null}
      {mayApply ? <DocumentHandling keptDays={keptDays} /> : null}
      {state === 'draft' || state === 'needsMore' ? <WithdrawButton state={state} /> : null}
    </>
  )
}

const mayApplyAgain = ({ mayApplyAgainAt }: OwnApplication): boolean =>
  mayApplyAgainAt !== null && Date.parse(mayApplyAgainAt) <= Date.now()

const Welcome = () => (
  <Panel>
    <div className={styles.welcome}>
      <img src="/art/present-lantern.svg" alt="" width={96} height={96} />
      <div>
        <h2>お話しして、報酬を受け取る</h2>
        <p>
          18歳以上の方なら、どなたでも申し込めます。本人確認書類の撮影と、お名前の入力だけ。5分ほどで終わります。
        </p>
        <p>{earningExample}</p>
      </div>
    </div>
  </Panel>
)

const Words = ({ application: { reason, message } }: { application: OwnApplication }) => (
  <>
    {reason ? <p>{decisionReasons[reason]}</p> : null}
    {message ? (
      <div className={styles.words}>
        <b>担当者から</b>
        <p>{message}</p>
      </div>
    ) : null}
  </>
)

const NeedsMore = ({ application }: { application: OwnApplication }) => {
  const { askedFor, documentKind: kind } = application
  return (
    <Panel title="もう一度お送りください">
      <div className={styles.form}>
        <Words application={application} />
        {kind && askedFor.length > 0 ? (
          <p>
            撮り直していただくもの：<b>{askedFor.map((side) => sideName(kind, side)).join('、')}</b>
          </p>
        ) : null}
        <p className={styles.note}>
          安全のため、お名前などは画面に表示していません。もう一度入力してお申し込みください。30日を過ぎると、申し込みは取り消されます。
        </p>
      </div>
    </Panel>
  )
}

const Refused = ({ application }: { application: OwnApplication }) => (
  <Panel title="今回は承認できませんでした">
    <div className={styles.form}>
      <Words application={application} />
      {application.mayApplyAgainAt === null ? (
        <p className={styles.note}>このアカウントから、あらためてお申し込みいただくことはできません。</p>
      ) : mayApplyAgain(application) ? (
        <p className={styles.note}>下から、あらためてお申し込みいただけます。</p>
      ) : (
        <p>
          <DateText at={application.mayApplyAgainAt} /> から、あらためてお申し込みいただけます。
        </p>
      )}
    </div>
  </Panel>
)

const Approved = () => (
  <Panel title="配信者として登録されています">
    <div className={styles.form}>
      <p>ベースで料金と待機の予定を決め、プロフィールを整えたら、待機をオンにして始められます。</p>
      <ButtonLink to={paths.base()} variant="primary" size="l" block>
        ベースを開く
      </ButtonLink>
    </div>
  </Panel>
)
