import type { Report } from '#contract/moderation/moderation.ts'
import { DateText } from '#web/ui/date-text.tsx'
import styles from './evidence-messages.module.css'

/** The last two minutes of a live room's flow as they were; the last line is the reported one. */
export const EvidenceLive = ({ report }: { report: Report }) => (
  <ol className={styles.messages}>
    {report.live.map(({ seq, author, at, text, wasRemoved }, index) => {
      const isReported = index === report.live.length - 1
      return (
        <li
          key={seq}
          data-side={author?.id === report.reported.id ? 'reported' : 'reporter'}
          data-reported={isReported || undefined}
        >
          <p className={styles.head}>
            <b>{author?.name ?? '配信'}</b>
            <DateText at={at} />
            {isReported ? <em>通報されたコメント</em> : null}
            {wasRemoved ? <em>削除済み</em> : null}
          </p>
          <p className={styles.text}>{text}</p>
        </li>
      )
    })}
  </ol>
)
