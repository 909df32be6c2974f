import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ConversationItem } from '#contract/chat/chat.ts'
import { useNotifications } from '#web/notifications/queries.ts'
import { usePresenceStates } from '#web/people/queries.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { useStore } from '#web/shell/use-store.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import type { MemberChat } from '../member/member-chat.ts'
import { useUnreadMessages } from '../member/use-member-chat.ts'
import { useConversationList } from '../pane/use-chat.ts'
import styles from './conversation-list-pane.module.css'
import { ConversationRow, NoticeRow } from './conversation-row.tsx'
import { rememberConversations, useSeenConversations } from './seen-conversations.ts'

/** トーク: the notifications, then all conversations of the member, the newest first. */
export const ConversationListPane = ({
  chat,
  openId,
}: {
  /** Null until it is loaded. */
  chat: MemberChat | null
  /** The partner whose conversation is open beside the list. */
  openId: string | null
}) => {
  const [onlyUnread, setOnlyUnread] = useState(false)
  const unread = useUnreadMessages()
  const seen = useSeenConversations()
  return (
    <>
      {/* Beside an open conversation the page has the partner's name as its title. */}
      <AppBar title={openId === null ? 'トーク' : <h2 className={styles.title}>トーク</h2>} />
      <div className={styles.filter}>
        <Chip pressed={!onlyUnread} onPress={() => setOnlyUnread(false)}>
          すべて
        </Chip>
        <Chip pressed={onlyUnread} onPress={() => setOnlyUnread(true)}>
          未読{unread > 0 ? <span className="num">{unread}</span> : null}
        </Chip>
      </div>
      {onlyUnread ? null : <PinnedNotice />}
      {chat ? (
        <Rows
          key={String(onlyUnread)}
          chat={chat}
          onlyUnread={onlyUnread}
          openId={openId}
          onShowAll={() => setOnlyUnread(false)}
        />
      ) : seen ? (
        <SeenRows
          items={seen}
          onlyUnread={onlyUnread}
          openId={openId}
          onShowAll={() => setOnlyUnread(false)}
        />
      ) : (
        <ListSkeleton />
      )}
    </>
  )
}

/** Without a network: the rows of the last visit, from which nothing can be done. */
const SeenRows = ({
  items,
  onlyUnread,
  openId,
  onShowAll,
}: {
  items: readonly ConversationItem[]
  onlyUnread: boolean
  openId: string | null
  onShowAll: () => void
}) => {
  const shown = onlyUnread ? items.filter(({ unread }) => unread > 0) : items
  if (shown.length === 0) return onlyUnread ? <NothingUnread onShowAll={onShowAll} /> : <NobodyYet />
  return (
    <ul className={styles.rows} aria-label="トークの一覧">
      {shown.map((item) => (
        <li key={item.partner.id}>
          {/* Who is there now isn't known. */}
          <ConversationRow item={item} state="offline" draft="" isOpen={item.partner.id === openId} />
        </li>
      ))}
    </ul>
  )
}

const ListSkeleton = () => (
  <div className={styles.skeletons}>
    <RowsSkeleton count={8} />
  </div>
)

const PinnedNotice = () => {
  const notices = useNotifications().data?.notifications ?? []
  const [newest] = notices
  if (!newest) return null
  return <NoticeRow notice={newest} unread={notices.filter(({ isUnread }) => isUnread).length} />
}

const Rows = ({
  chat,
  onlyUnread,
  openId,
  onShowAll,
}: {
  chat: MemberChat
  onlyUnread: boolean
  openId: string | null
  onShowAll: () => void
}) => {
  const list = useConversationList(chat, onlyUnread)
  const { stage, sentence, items, hasMore } = useStore(list.store)
  const queryClient = useQueryClient()
  useEffect(() => {
    if (stage === 'ready' && !onlyUnread) rememberConversations(queryClient, chat.memberId, items)
  }, [queryClient, chat, stage, onlyUnread, items])
  const stateOf = usePresenceStates(useMemo(() => items.map(({ partner }) => partner), [items]))
  if (stage !== 'ready' && sentence !== null)
    return <ErrorState message={sentence} onRetry={() => list.reload()} />
  if (stage !== 'ready') return <ListSkeleton />
  if (items.length === 0) return onlyUnread ? <NothingUnread onShowAll={onShowAll} /> : <NobodyYet />
  return (
    <>
      <ul className={styles.rows} aria-label="トークの一覧">
        {items.map((item) => (
          <li key={item.partner.id}>
            <ConversationRow
              item={item}
              state={stateOf(item.partner.id) ?? item.partner.state}
              draft={chat.drafts.read(item.partner.id).text}
              isOpen={item.partner.id === openId}
            />
            <SafetyMenu
              partner={item.partner}
              place={item.partner.id === openId ? 'chat' : 'conversation'}
              isOneOfMany
              className={styles.menu}
            />
          </li>
        ))}
      </ul>
      {hasMore ? <MoreRows onSeen={() => void list.loadMore()} count={items.length} /> : null}
    </>
  )
}

/** Requests the next page as soon as this row comes near the screen, and again while it stays there. */
const MoreRows = ({ onSeen, count }: { onSeen: () => void; count: number }) => {
  const end = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(() => onSeen())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was too short to push it away asks again
  useEffect(() => {
    if (!end.current) return
    const watching = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) seen()
      },
      { rootMargin: '600px' },
    )
    watching.observe(end.current)
    return () => watching.disconnect()
  }, [count])
  return (
    <div ref={end} className={styles.skeletons}>
      <RowsSkeleton count={2} />
    </div>
  )
}

const NothingUnread = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    title="未読のトークはありません"
    action={
      <Button variant="quiet" size="s" onClick={onShowAll}>
        すべて見る
      </Button>
    }
  />
)

const NobodyYet = () =>
  useViewerRole() === 'broadcaster' ? (
    <EmptyState title="まだトークはありません">お相手からメッセージが届くと、ここに並びます。</EmptyState>
  ) : (
    <EmptyState
      title="まだトークはありません"
      action={
        <ButtonLink variant="primary" to={paths.home()}>
          ホームでさがす
        </ButtonLink>
      }
    >
      プロフィールの「メッセージ」から、気になる方に話しかけてみましょう。
    </EmptyState>
  )
