import { decisionReasons, documentKinds } from '#contract/applications/applications.ts'
import { type ApplicationDetail, operatorApplicationsEndpoints } from '#contract/applications/operator.ts'
import { Link, useParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { ApplicationDecisions } from './application-decisions.tsx'
import { ApplicationDocuments } from './application-documents.tsx'
import { applicationStateText } from './application-texts.ts'

/** One application: the typed data, the documents one by one, and the decision. */
export const ApplicationDetailPage = () => {
  const applicationId = Number(useParams().applicationId ?? '')
  const query = useOperatorQuery(operatorApplicationsEndpoints.operatorApplication, { applicationId })
  return (
    <>
      <PageHead title="申し込みの内容" />
      <QueryStates query={query}>
        {({ application }) => (
          <ApplicationView key={`${application.id} ${application.submissions}`} application={application} />
        )}
      </QueryStates>
    </>
  )
}

const ApplicationView = ({ application }: { application: ApplicationDetail }) => (
  <>
    <Panel title={`${application.memberName}さん`} className={styles.facts}>
      <FactList items={factsOf(application)} />
      {application.message ? <p className={styles.said}>{application.message}</p> : null}
    </Panel>
    {application.duplicates.length > 0 ? <Duplicates application={application} /> : null}
    <section className={styles.section}>
      <Panel title="書類" className={styles.facts}>
        <ApplicationDocuments application={application} />
      </Panel>
    </section>
    {application.state === 'submitted' ? <ApplicationDecisions application={application} /> : null}
    {application.earlier.length > 0 ? <Earlier application={application} /> : null}
  </>
)

const personFacts = ({ person, documentsDeletedAt }: ApplicationDetail) =>
  person
    ? [
        { label: 'お名前', value: person.legalName, note: person.legalKana },
        { label: '生年月日', value: person.birthDate, note: `${person.age}歳` },
      ]
    : [{ label: 'お名前', value: documentsDeletedAt ? '消去しました' : '開けません' }]

const factsOf = (application: ApplicationDetail) => [
  { label: '会員', value: <span className="num">{application.memberId}</span> },
  ...personFacts(application),
  { label: '書類', value: documentKinds[application.documentKind] },
  { label: '登録', value: <DateText at={application.registeredAt} /> },
  {
    label: '申し込み',
    value: <DateText at={application.submittedAt} />,
    note: `${application.submissions}回目・配信者規約 ${application.termsVersion}版に同意`,
  },
  {
    label: '状態',
    value: applicationStateText[application.state],
    note: (
      <>
        {application.decidedAt ? <DateText at={application.decidedAt} /> : null}
        {application.decidedBy ? `・${application.decidedBy}` : ''}
      </>
    ),
  },
  ...(application.reason ? [{ label: '理由', value: decisionReasons[application.reason] }] : []),
  ...(application.state === 'refused'
    ? [
        {
          label: '再申し込み',
          value: application.mayApplyAgainAt ? (
            <>
              <DateText at={application.mayApplyAgainAt} /> から
            </>
          ) : (
            '受け付けない'
          ),
        },
      ]
    : []),
  ...(application.documentsDeletedAt
    ? [{ label: '書類の消去', value: <DateText at={application.documentsDeletedAt} /> }]
    : []),
]

const Duplicates = ({ application }: { application: ApplicationDetail }) => (
  <section className={styles.section}>
    <Panel title="同じ人かもしれない申し込み">
      <p className={styles.aside}>
        お名前またはフリガナと、生年月日が同じです。おひとりが持てる配信者のアカウントは、ひとつです。
      </p>
      <ul>
        {application.duplicates.map(({ id, memberId, memberName, state }) => (
          <li key={id}>
            <Link className={styles.link} to={paths.operator(`applications/${id}`)}>
              {memberName}
            </Link>{' '}
            <span className="num">{memberId}</span>・{applicationStateText[state]}
          </li>
        ))}
      </ul>
    </Panel>
  </section>
)

const Earlier = ({ application }: { application: ApplicationDetail }) => (
  <section className={styles.section}>
    <Panel title="この会員のほかの申し込み">
      <ul>
        {application.earlier.map(({ id, state, submittedAt }) => (
          <li key={id}>
            <Link className={styles.link} to={paths.operator(`applications/${id}`)}>
              <DateText at={submittedAt} />
            </Link>
            ・{applicationStateText[state]}
          </li>
        ))}
      </ul>
    </Panel>
  </section>
)
