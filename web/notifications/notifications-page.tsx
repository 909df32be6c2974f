import { useEffect, useEffectEvent } from 'react'
import type { MemberNotice } from '#contract/notifications/notifications.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { notificationLink, notificationText } from './notification-text.ts'
import styles from './notifications-page.module.css'
import { useMarkRead, useNotificationPages } from './queries.ts'

/** The member's notifications, the latest first; those that are shown here count as read. */
export const NotificationsPage = () => (
  <MemberSubPage title="お知らせ">
    <NoticeList />
    <p className={styles.way}>
      <Link to={paths.notificationSettings()}>通知の設定</Link>
    </p>
  </MemberSubPage>
)

const NoticeList = () => {
  const query = useNotificationPages()
  const notices = query.data?.pages.flatMap(({ notifications }) => notifications)
  const newest = notices?.find(({ isUnread }) => isUnread)?.id
  const markRead = useMarkRead()
  const markSeen = useEffectEvent((upTo: number) => markRead.mutate(upTo))
  useEffect(() => {
    if (newest !== undefined) markSeen(newest)
  }, [newest])
  return (
    <PagedList
      query={query}
      itemsOf={({ notifications }) => notifications}
      loading={<RowsSkeleton count={5} />}
      empty={<NothingYet />}
    >
      {(shown) => (
        <Panel>
          <Rows className={styles.rows}>
            {shown.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} />
            ))}
          </Rows>
        </Panel>
      )}
    </PagedList>
  )
}

const NothingYet = () => (
  <EmptyState
    title="お知らせはまだありません"
    action={
      <ButtonLink size="s" to={paths.home()}>
        ホームへ
      </ButtonLink>
    }
  >
    ポイントの期限や、レビューへの返信などをここでお知らせします。
  </EmptyState>
)

const NoticeRow = ({ notice }: { notice: MemberNotice }) => {
  const { title, text } = notificationText(notice, Date.now())
  const link = notificationLink(notice)
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
