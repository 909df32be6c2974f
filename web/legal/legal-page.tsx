import type { LegalPage, LegalVersion } from '#contract/legal/legal.ts'
import { type LegalDocument, legalDocuments, legalTitles } from '#contract/legal/legal-documents.ts'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { SubPage } from '#web/layout/sub-page.tsx'
import { Link, useLocation, useSearchParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { isNotFound } from '#web/shell/query.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { FormattedText } from './formatted-text.tsx'
import styles from './legal-page.module.css'
import { useLegalPage } from './queries.ts'

const versionIn = (search: URLSearchParams): number | undefined => {
  const text = search.get('version') ?? ''
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

/** The legal document that the address names; `?version=` shows an earlier version. */
export const LegalDocumentPage = () => {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const document = legalDocuments.find((known) => pathname.startsWith(paths.legal(known)))
  return document ? <DocumentPage document={document} version={versionIn(search)} /> : <NotFoundPage />
}

const DocumentPage = ({ document, version }: { document: LegalDocument; version: number | undefined }) => {
  const query = useLegalPage(document, version)
  if (isNotFound(query.error)) return <NotFoundPage />
  return (
    <SubPage title={legalTitles[document]} back={paths.home()}>
      {query.data ? (
        <PublishedText page={query.data} />
      ) : query.error ? (
        <QueryError query={query} />
      ) : (
        <RowsSkeleton count={6} />
      )}
    </SubPage>
  )
}

const PublishedText = ({ page: { document, version, html, versions } }: { page: LegalPage }) => {
  const isInForce = version.number === versions[0]?.number
  return (
    <>
      {isInForce ? null : (
        <p className={styles.old} role="status">
          これは過去の版です。
          <Link to={paths.legal(document)}>現在の版を見る</Link>
          {document === 'external-transmission' ? '（送信先の一覧は、現在のものです。）' : null}
        </p>
      )}
      <Panel className={styles.panel}>
        <FormattedText html={html} />
        <p className={styles.version}>
          第{version.number}版・
          <DateText at={version.publishedAt} form="day" /> 公開
        </p>
      </Panel>
      {versions.length > 1 ? <Versions document={document} shown={version} versions={versions} /> : null}
    </>
  )
}

const Versions = ({
  document,
  shown,
  versions,
}: {
  document: LegalDocument
  shown: LegalVersion
  versions: readonly LegalVersion[]
}) => (
  <Panel title="これまでの版">
    <ol className={styles.versions}>
      {versions.map(({ number, publishedAt, changeSummary }, index) => (
        <li key={number}>
          <Link
            to={paths.legal(document, index === 0 ? undefined : number)}
            aria-current={number === shown.number ? 'page' : undefined}
          >
            第{number}版
          </Link>
          <span>
            <DateText at={publishedAt} form="day" />
            {changeSummary ? <b>{changeSummary}</b> : null}
          </span>
        </li>
      ))}
    </ol>
  </Panel>
)
