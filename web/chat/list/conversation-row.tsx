import { Megaphone, Pin } from 'lucide-react'
import { memo } from 'react'
import type { ConversationItem } from '#contract/chat/chat.ts'
import type { MemberNotice } from '#contract/notifications/notifications.ts'
import type { PresenceState } from '#contract/people/people.ts'
import { notificationText } from '#web/notifications/notification-text.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { timeOrDay } from '#web/text/format.ts'
import { Badge } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { StateDot } from '#web/ui/person/state-badge.tsx'
import styles from './conversation-list-pane.module.css'
import { showsState } from './partner-state.ts'

/** One partner: name, presence, the newest message and the unread count. */
export const ConversationRow = memo(
  ({
    item,
    state,
    draft,
    isOpen,
  }: {
    item: ConversationItem
    /** The partner's current state. */
    state: PresenceState
    /** The text that was written and not sent. */
    draft: string
    /** The conversation is open beside the list. */
    isOpen: boolean
  }) => {
    const { partner, unread } = item
    const isShown = showsState({ ...partner, state }) && state !== 'offline'
    return (
      <Link
        to={paths.chat(partner.id)}
        className={styles.row}
        data-unread={unread > 0 || undefined}
        aria-current={isOpen ? 'page' : undefined}
      >
        <span className={styles.portrait}>
          <Avatar imageId={partner.avatarId} size={56} />
          {isShown ? <StateDot state={state} /> : null}
        </span>
        <span>
          <span className={styles.name}>
            <span>{partner.name}</span>
          </span>
          <span className={styles.preview}>
            {draft && !isOpen ? (
              <>
                <span className={styles.draft}>下書き</span> {draft}
              </>
            ) : (
              item.lastMessage
            )}
          </span>
        </span>
        <RowEnd at={item.lastAt} unread={unread} />
      </Link>
    )
  },
)

/** Koyoi's notifications are above all conversations. */
export const NoticeRow = ({ notice, unread }: { notice: MemberNotice; unread: number }) => (
  <Link to={paths.notices()} className={styles.row} data-unread={unread > 0 || undefined}>
    <span className={styles.pin}>
      <Icon of={Megaphone} />
    </span>
    <span>
      <span className={styles.name}>
        <span>今宵からのお知らせ</span>
        <Icon of={Pin} size="xs" />
      </span>
      <span className={styles.preview}>{notificationText(notice, Date.now()).title}</span>
    </span>
    <RowEnd at={notice.createdAt} unread={unread} />
  </Link>
)

const RowEnd = ({ at, unread }: { at: string; unread: number }) => (
  <span className={styles.end}>
    <time dateTime={at}>{timeOrDay(at, Date.now())}</time>
    {unread > 0 ? <Badge count={unread} label={`未読${unread}件`} /> : null}
  </span>
)
