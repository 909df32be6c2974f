import type { MemberNotice } from '#contract/notifications/notifications.ts'
import { noticeRuleOf } from '#domain/notifications/notice-kinds.ts'
import { timeOrDay } from '#web/text/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { groupSigns } from './group-signs.ts'
import { notificationText } from './notification-text.ts'
import styles from './notifications-page.module.css'

/** One notification of the list; the whole row is pressed. */
export const NoticeRow = ({
  notice,
  isChosen,
  onOpen,
}: {
  notice: MemberNotice
  isChosen: boolean
  onOpen: () => void
}) => {
  const now = Date.now()
  const { title, text } = notificationText(notice, now)
  const { group } = noticeRuleOf(notice.about)
  const { icon } = groupSigns[group]
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-unread={notice.isUnread || undefined}
        aria-current={isChosen || undefined}
        onClick={onOpen}
      >
        <span className={styles.sign} data-group={group}>
          <Icon of={icon} size="s" />
        </span>
        <span className={styles.words}>
          <b>
            {notice.isUnread ? <span className="vh">未読 </span> : null}
            {title}
          </b>
          <span>{text}</span>
        </span>
        <time dateTime={notice.createdAt}>{timeOrDay(notice.createdAt, now)}</time>
      </button>
    </li>
  )
}
