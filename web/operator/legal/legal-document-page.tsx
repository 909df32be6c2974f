import { useState } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import {
  consentDocuments,
  type LegalDocument,
  legalDocuments,
  legalTitles,
} from '#contract/legal/legal-documents.ts'
import {
  changeSummaryMax,
  operatorLegalEndpoints,
  type PublishedVersion,
} from '#contract/legal/operator/documents.ts'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { Link, useParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import pageStyles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { useStoredDraft } from '../parts/stored-draft.ts'
import styles from './legal-document-page.module.css'
import { MarkdownEditor } from './markdown-editor.tsx'

type Edited = OutputOf<typeof operatorLegalEndpoints.operatorLegalDocument>

/** One document: the text in force, from which the next version is made, and all versions. */
export const OperatorLegalDocumentPage = () => {
  const { document: name } = useParams()
  const document = legalDocuments.find((known) => known === name)
  return document ? <DocumentEditor key={document} document={document} /> : <NotFoundPage />
}

const DocumentEditor = ({ document }: { document: LegalDocument }) => {
  const query = useOperatorQuery(operatorLegalEndpoints.operatorLegalDocument, { document })
  return (
    <>
      <PageHead
        title={legalTitles[document]}
        about="公開すると、新しい版として残ります。これまでの版は、そのまま読めます。"
      />
      <QueryStates query={query}>
        {(edited) => (
          <>
            <NextVersion key={edited.versions[0]?.number} document={document} edited={edited} />
            <section className={pageStyles.section}>
              <h2>これまでの版</h2>
              <DataTable
                label="これまでの版"
                columns={columnsOf(document)}
                rows={edited.versions}
                keyOf={({ number }) => number}
              />
            </section>
          </>
        )}
      </QueryStates>
    </>
  )
}

const columnsOf = (document: LegalDocument): Column<PublishedVersion>[] => [
  {
    head: '版',
    cell: ({ number }) => (
      <Link className={pageStyles.link} to={paths.legal(document, number)} target="_blank">
        第{number}版
      </Link>
    ),
  },
  { head: '変更の内容', wide: true, cell: ({ changeSummary }) => changeSummary || '最初の版' },
  { head: '公開', cell: ({ publishedAt }) => <DateText at={publishedAt} /> },
  { head: '公開した人', cell: ({ publishedBy }) => publishedBy ?? '—' },
  { head: '同意', cell: ({ asksConsent }) => (asksConsent ? '求める' : '求めない') },
]

const NextVersion = ({ document, edited }: { document: LegalDocument; edited: Edited }) => {
  const basedOn = edited.versions[0]?.number ?? 1
  const draft = useStoredDraft(`legal:${document}:${basedOn}`, edited.markdown)
  const [changeSummary, setChangeSummary] = useState('')
  const [asksConsent, setAsksConsent] = useState(false)
  const publish = useOperatorAction(operatorLegalEndpoints.operatorPublishLegalDocument)
  // One form makes one version, however often it is sent.
  const [id] = useState(() => crypto.randomUUID())
  const mayRequireConsent = consentDocuments.some((known) => known === document)
  const isChanged = draft.text.trim() !== edited.markdown.trim()
  return (
    <Panel title={`第${basedOn + 1}版をつくる`}>
      <div className={styles.form}>
        <MarkdownEditor text={draft.text} onWrite={draft.write} />
        <Field label="何が変わったか" hint="会員に表示されます。一文で書いてください。">
          <Input
            value={changeSummary}
            maxLength={changeSummaryMax}
            onChange={(event) => setChangeSummary(event.target.value)}
          />
        </Field>
        {mayRequireConsent ? (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={asksConsent}
              onChange={(event) => setAsksConsent(event.target.checked)}
            />
            <span>
              会員に同意を求める
              <small className={pageStyles.aside}>
                同意するまで、新しい通話の発信とポイントの購入ができません。会員に不利な変更など、大切な変更のときに選びます。
              </small>
            </span>
          </label>
        ) : null}
        {isChanged ? (
          <div className={pageStyles.choices}>
            <ConfirmButton
              action={publish}
              input={{
                id,
                document,
                basedOn,
                markdown: draft.text,
                changeSummary,
                asksConsent,
              }}
              label="公開する"
              title={`第${basedOn + 1}版を公開しますか？`}
              variant="ink"
              onDone={draft.clear}
            >
              <p>
                すぐに公開され、あとから変更・削除はできません。
                {asksConsent ? 'すべての会員に、同意を求める画面が表示されます。' : ''}
              </p>
            </ConfirmButton>
          </div>
        ) : (
          <p className={pageStyles.aside}>本文を変更すると、公開できます。</p>
        )}
      </div>
    </Panel>
  )
}
