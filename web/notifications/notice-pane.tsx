import type { MemberNotice } from '#contract/notifications/notifications.ts'
import { noticeRuleOf } from '#domain/notifications/notice-kinds.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { groupSigns } from './group-signs.ts'
import { notificationLink, notificationText } from './notification-text.ts'
import styles from './notifications-page.module.css'

/** The chosen notification beside the list: its summary, and the way to what it is about. */
export const NoticePane = ({ notice }: { notice: MemberNotice | null }) => (
  <aside className={styles.pane} aria-label="お知らせの内容" aria-live="polite">
    {notice ? (
      <Summary notice={notice} />
    ) : (
      <EmptyState title="お知らせを選んでください">左の一覧から選ぶと、内容を表示します。</EmptyState>
    )}
  </aside>
)

const Summary = ({ notice }: { notice: MemberNotice }) => {
  const { title, text } = notificationText(notice, Date.now())
  const { group } = noticeRuleOf(notice.about)
  const { icon, name } = groupSigns[group]
  const { to, label } = notificationLink(notice)
  return (
    <article className={styles.summary}>
      <p className={styles.group}>
        <span className={styles.sign} data-group={group}>
          <Icon of={icon} size="s" />
        </span>
        {name}
        <DateText at={notice.createdAt} />
      </p>
      <h2>{title}</h2>
      <p>{text}</p>
      <ButtonLink variant="primary" to={to}>
        {label}
      </ButtonLink>
    </article>
  )
}
