import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { MoreButton } from '#web/ui/paged-list.tsx'
import { type Column, DataTable } from './data-table.tsx'
import styles from './operator-pages.module.css'
import { NothingHere, QueryStates } from './query-states.tsx'

/** A list that comes page by page, in all its states. */
export const PagedTable = <Page, Row>({
  query,
  rowsOf,
  label,
  columns,
  keyOf,
  empty,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => readonly Row[]
  /** The name of the rows for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  /** The text in place of an empty list. */
  empty: string
}) => (
  <QueryStates query={query}>
    {({ pages }) => {
      const rows = pages.flatMap(rowsOf)
      if (rows.length === 0) return <NothingHere title={empty} />
      return (
        <>
          <DataTable label={label} columns={columns} rows={rows} keyOf={keyOf} />
          <MoreButton query={query} className={styles.more} />
        </>
      )
    }}
  </QueryStates>
)
