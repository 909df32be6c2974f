import type { OutputOf } from '#contract/core/endpoint.ts'
import { legalTitles } from '#contract/legal/legal-documents.ts'
import { operatorLegalEndpoints } from '#contract/legal/operator/documents.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'

type Line = OutputOf<typeof operatorLegalEndpoints.operatorLegalDocuments>['documents'][number]

/** The legal pages with the version in force of each. */
export const LegalDocumentsPage = () => {
  const query = useOperatorQuery(operatorLegalEndpoints.operatorLegalDocuments, {})
  return (
    <>
      <PageHead
        title="規約と法定表示"
        about="公開した版は、変更も削除もできません。〔 〕のところは、公開の前に埋めてください。"
      />
      <QueryStates query={query}>
        {({ documents }) => (
          <DataTable label="文書" columns={columns} rows={documents} keyOf={({ document }) => document} />
        )}
      </QueryStates>
    </>
  )
}

const columns: readonly Column<Line>[] = [
  {
    head: '文書',
    wide: true,
    cell: ({ document }) => (
      <Link className={styles.link} to={paths.operator(`legal/${document}`)}>
        {legalTitles[document]}
      </Link>
    ),
  },
  { head: '版', align: 'end', cell: ({ version }) => `第${version.number}版` },
  { head: '公開', cell: ({ version }) => <DateText at={version.publishedAt} /> },
  { head: '公開した人', cell: ({ version }) => version.publishedBy ?? '最初の版' },
  { head: '同意', cell: ({ version }) => (version.asksConsent ? '求める' : '求めない') },
]
