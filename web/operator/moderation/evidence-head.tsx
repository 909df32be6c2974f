import { DateText } from '#web/ui/date-text.tsx'
import styles from './evidence-messages.module.css'

/** Who wrote something, when, and why it is marked. */
export const EvidenceHead = ({
  by,
  at,
  mark,
}: {
  by: { id: string; name: string }
  at: string
  mark: string | null
}) => (
  <p className={styles.head}>
    <b>{by.name}</b>
    <span className="num">{by.id}</span>
    <DateText at={at} />
    {mark ? <em>{mark}</em> : null}
  </p>
)
