import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import type { MemberNotice } from '../../contract/notices.ts'
import { DateText } from '../ui/date-text.tsx'
import { Panel } from '../ui/panel.tsx'
import styles from './notice-panel.module.css'
import { noticeLink, noticeText } from './notice-text.ts'
import { useMarkRead, useNotices } from './queries.ts'

/** Older ones have been spent or have expired since. */
const shownMax = 5

/** The member's notices, while there are any; what is shown here counts as read. */
export const NoticePanel = () => {
  const notices = (useNotices().data?.notifications ?? []).slice(0, shownMax)
  const newest = notices.find(({ isUnread }) => isUnread)?.id
  const markRead = useMarkRead()
  const markSeen = useEffectEvent((upTo: number) => markRead.mutate(upTo))
  useEffect(() => {
    if (newest !== undefined) markSeen(newest)
  }, [newest])
  if (notices.length === 0) return null
  return (
    <div id="notices" className={styles.anchor}>
      <Panel title="お知らせ">
        <ul className={styles.rows}>
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

const NoticeRow = ({ notice }: { notice: MemberNotice }) => {
  const { title, text } = noticeText(notice, Date.now())
  const link = noticeLink(notice)
  return (
    <li>
      <p className={styles.title}>
        {notice.isUnread ? <span className={styles.unread}>未読</span> : null}
        {title}
      </p>
      <p className={styles.text}>
        {text}
        <DateText at={notice.createdAt} />
      </p>
      {link ? (
        <Link to={link.to} className={styles.link}>
          {link.label}
        </Link>
      ) : null}
    </li>
  )
}
