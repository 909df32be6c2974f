import type { RequestPhase } from '#contract/gallery/requests.ts'
import type { Report } from '#contract/moderation/moderation.ts'
import { points } from '#web/text/format.ts'
import { DateText } from '#web/ui/date-text.tsx'
import styles from './evidence-messages.module.css'

const phaseTexts = {
  open: '返事待ち',
  accepted: '承諾済み',
  delivered: 'お届け済み',
  declined: '見送り',
  cancelled: '取り消し',
  expired: '期限切れ',
} as const satisfies Record<RequestPhase, string>

/** The wishes for pictures between the two as they were. */
export const EvidenceRequests = ({ report }: { report: Report }) => (
  <ul className={styles.messages}>
    {report.requests.map(({ requestId, callerId, wish, points: offered, phase, sentAt }) => {
      const { reported, reporter } = report
      const isOfReported = callerId === reported.id
      return (
        <li key={requestId} data-side={isOfReported ? 'reported' : 'reporter'}>
          <p className={styles.head}>
            <b>{(isOfReported ? reported : reporter).name}</b>
            <DateText at={sentAt} />
            <span>
              {points(offered)}・{phaseTexts[phase]}
            </span>
          </p>
          <p className={styles.text}>{wish}</p>
        </li>
      )
    })}
  </ul>
)
