import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** For columns of figures. */
  align?: 'end'
  /** The column gets the rest of the width. */
  wide?: boolean
}

/** A dense table; on a phone each row becomes a card that names its columns. */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  keyOf,
}: {
  /** The name of the rows for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}) => (
  // biome-ignore lint/a11y/noRedundantRoles: shown as cards on a phone, a table would be none to a screen reader
  <table role="table" aria-label={label} className={styles.table}>
    {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
    <thead role="rowgroup">
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <tr role="row">
        {columns.map(({ head, align, wide }) => (
          // biome-ignore lint/a11y/noRedundantRoles: as above
          <th key={head} role="columnheader" scope="col" data-align={align} data-wide={wide}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
    <tbody role="rowgroup">
      {rows.map((row) => (
        // biome-ignore lint/a11y/noRedundantRoles: as above
        <tr key={keyOf(row)} role="row">
          {columns.map(({ head, cell, align, wide }) => (
            // biome-ignore lint/a11y/noRedundantRoles: as above
            <td key={head} role="cell" data-head={head} data-align={align} data-wide={wide}>
              <div>{cell(row)}</div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
