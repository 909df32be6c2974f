import { Settings } from 'lucide-react'
import { useState } from 'react'
import type { MemberNotice } from '#contract/notifications/notifications.ts'
import { Link, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { useIsDesktop } from '#web/shell/use-is-desktop.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { byDay } from './by-day.ts'
import { NoticePane } from './notice-pane.tsx'
import { NoticeRow } from './notice-row.tsx'
import { notificationLink } from './notification-text.ts'
import styles from './notifications-page.module.css'
import { useMarkRead, useNotificationPages } from './queries.ts'
import { useUnreadNotifications } from './use-unread-notifications.ts'

/**
 * The member's notifications, the latest first. On a phone a press opens what one is about; on a desktop its summary
 * is beside the list, and leads there. Either marks it as read.
 */
export const NotificationsPage = () => {
  const { data: session } = useSession({ required: true })
  usePageTitle('お知らせ')
  const goBack = useBackNavigation(() => paths.myPage())
  const isDesktop = useIsDesktop()
  const [chosen, setChosen] = useState<MemberNotice | null>(null)
  return (
    <div className={styles.columns}>
      <div className={styles.list}>
        <AppBar title="お知らせ" onBack={goBack}>
          <Link to={paths.notificationSettings()} className={styles.settings} aria-label="通知の設定">
            <Icon of={Settings} />
          </Link>
        </AppBar>
        {session ? (
          <NoticeList isDesktop={isDesktop} chosenId={chosen?.id ?? null} onChoose={setChosen} />
        ) : (
          <RowsSkeleton count={6} />
        )}
      </div>
      {isDesktop ? <NoticePane notice={chosen} /> : null}
    </div>
  )
}

const NoticeList = ({
  isDesktop,
  chosenId,
  onChoose,
}: {
  isDesktop: boolean
  chosenId: number | null
  onChoose: (notice: MemberNotice) => void
}) => {
  const query = useNotificationPages()
  const markRead = useMarkRead()
  const navigate = useNavigate()
  const open = (notice: MemberNotice) => {
    if (notice.isUnread) markRead.mutate({ ids: [notice.id] })
    if (isDesktop) onChoose(notice)
    else void navigate(notificationLink(notice).to)
  }
  return (
    <PagedList
      query={query}
      itemsOf={({ notifications }) => notifications}
      loading={<RowsSkeleton count={6} />}
      empty={<NothingYet isWhole={!query.hasNextPage} onMore={() => void query.fetchNextPage()} />}
      moreClassName={styles.more}
    >
      {(shown) => (
        <>
          <AllRead upTo={shown[0]?.id ?? 0} />
          {byDay(shown, Date.now()).map(({ title, notices }) => (
            <section key={title} aria-label={title}>
              <h2 className={styles.day}>{title}</h2>
              <ul className={styles.rows}>
                {notices.map((notice) => (
                  <NoticeRow
                    key={notice.id}
                    notice={notice}
                    isChosen={notice.id === chosenId}
                    onOpen={() => open(notice)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </PagedList>
  )
}

/** 未読3件, and すべて既読にする; nothing while everything is read. */
const AllRead = ({ upTo }: { upTo: number }) => {
  const unread = useUnreadNotifications()
  const markRead = useMarkRead()
  if (unread === 0) return null
  return (
    <div className={styles.unread}>
      <p>{`未読${unread > 99 ? '99件以上' : `${unread}件`}`}</p>
      <Button variant="text" size="s" busy={markRead.isPending} onClick={() => markRead.mutate({ upTo })}>
        すべて既読にする
      </Button>
    </div>
  )
}

/** A page may be empty though older ones follow, where everything on it is about people behind a block. */
const NothingYet = ({ isWhole, onMore }: { isWhole: boolean; onMore: () => void }) => (
  <EmptyState
    title={isWhole ? 'お知らせはまだありません' : '新しいお知らせはありません'}
    action={
      isWhole ? (
        <ButtonLink size="s" to={paths.home()}>
          ホームへ
        </ButtonLink>
      ) : (
        <Button size="s" onClick={onMore}>
          以前のお知らせを見る
        </Button>
      )
    }
  >
    コメントやいいね、取引やポイントのお知らせが、ここに届きます。
  </EmptyState>
)
