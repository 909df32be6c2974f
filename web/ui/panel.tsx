import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './panel.module.css'

/** A card with an optional heading. */
export const Panel = ({
  title,
  note,
  children,
  className,
}: {
  title?: string
  note?: ReactNode
  children: ReactNode
  className?: string | undefined
}) => (
  <section className={classes(styles.panel, className)}>
    {title ? (
      <h2 className={styles.title}>
        {title}
        {note ? <small>{note}</small> : null}
      </h2>
    ) : null}
    {children}
  </section>
)

/** Rows below each other with a line between them. */
export const Rows = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <ul className={classes(styles.rows, className)}>{children}</ul>
)

/** A section's heading on the page itself: words, a count, a way to more. */
export const SectionHead = ({
  title,
  id,
  count,
  children,
}: {
  title: string
  /** Of the heading, for the section it names. */
  id?: string
  /** Such as 28人. */
  count?: string
  children?: ReactNode
}) => (
  <div className={styles.head}>
    <h2 id={id}>{title}</h2>
    {count ? <span className={styles.count}>{count}</span> : null}
    {children ? <span className={styles.more}>{children}</span> : null}
  </div>
)

/** Label and figure in columns: 通話時間 14:42 | 使用 2,940pt | 残高 260pt. */
export const FigureList = ({
  items,
}: {
  items: { label: string; value: string; unit?: string | undefined }[]
}) => (
  <dl className={styles.receipt} style={{ gridTemplateColumns: `repeat(${items.length}, 1fr)` }}>
    {items.map(({ label, value, unit }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value}
          {unit ? <small>{unit}</small> : null}
        </dd>
      </div>
    ))}
  </dl>
)

/** Term and description in rows: 日時 / 11月20日(金) 21:05. */
export const FactList = ({ items }: { items: { label: string; value: ReactNode; note?: ReactNode }[] }) => (
  <dl className={styles.facts}>
    {items.map(({ label, value, note }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value}
          {note ? <small>{note}</small> : null}
        </dd>
      </div>
    ))}
  </dl>
)
