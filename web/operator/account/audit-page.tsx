import { useState } from 'react'
import { type AuditLine, operatorEndpoints } from '#contract/operators/operators.ts'
import { useSearchParams } from '#web/router/router.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import type { Column } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorPages } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { actionName, fieldName, valueName } from './action-names.ts'

/** The audit log, newest first; its entries can't be changed. */
export const AuditPage = () => {
  const linkedSubject = useSearchParams()[0].get('subject') ?? undefined
  const [subject, setSubject] = useState(linkedSubject)
  const query = useOperatorPages(
    operatorEndpoints.operatorAuditLog,
    subject === undefined ? {} : { subject },
    ({ lines }) => lines.at(-1)?.id,
  )
  return (
    <>
      <PageHead title="操作の記録" about="書き換えも削除もできません。" />
      <SubjectSearch initial={linkedSubject ?? ''} onSearch={setSubject} />
      <PagedTable
        query={query}
        rowsOf={({ lines }) => lines}
        label="操作の記録"
        columns={columns}
        keyOf={(line) => line.id}
        empty="この対象の記録はありません"
      />
    </>
  )
}

const SubjectSearch = ({
  initial,
  onSearch,
}: {
  initial: string
  onSearch: (subject: string | undefined) => void
}) => {
  const [typed, setTyped] = useState(initial)
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim() || undefined)
      }}
    >
      <Field
        label="対象で絞り込む"
        trailing={
          <Button type="submit" size="s">
            絞り込む
          </Button>
        }
      >
        <Input
          value={typed}
          placeholder="例: notice:12"
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </form>
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '－'
  return typeof value === 'object' ? JSON.stringify(value) : valueName(String(value))
}

/** The fields that are known before or after: 価格: 1,000 → 1,200. */
const Change = ({ line: { before, after } }: { line: AuditLine }) => {
  const was = isRecord(before) ? before : {}
  const is = isRecord(after) ? after : {}
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !(field in was && field in is) || shown(was[field]) !== shown(is[field]),
  )
  if (fields.length === 0) return null
  return (
    <dl className={styles.change}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd>{field in was ? `${shown(was[field])} → ${shown(is[field])}` : shown(is[field])}</dd>
        </div>
      ))}
    </dl>
  )
}

const columns: readonly Column<AuditLine>[] = [
  { head: '日時', cell: ({ at }) => <DateText at={at} /> },
  {
    head: '運営者',
    cell: ({ operator, address }) => (
      <>
        {operator ?? (address === null ? 'コマンド' : 'ログイン前')}
        <small className={styles.aside}>{address}</small>
      </>
    ),
  },
  { head: '操作', cell: ({ action }) => <b>{actionName(action)}</b> },
  { head: '対象', cell: ({ subject }) => subject },
  { head: '内容', wide: true, cell: (line) => <Change line={line} /> },
]
