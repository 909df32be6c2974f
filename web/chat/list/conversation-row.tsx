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
          <Avatar imageId={partner.avatarId} name={partner.name} size={56} />
          {isShown ? <StateDot state={state} /> : null}
        </span>
        <span>
          <span className={styles.line}>
            <span className={styles.name}>
              <span>{partner.name}</span>
            </span>
            <When at={item.lastAt} />
          </span>
          <span className={styles.line}>
            <span className={styles.preview}>
              {draft && !isOpen ? (
                <>
                  <span className={styles.draft}>下書き</span> {draft}
                </>
              ) : (
                item.lastMessage
              )}
            </span>
            <Unread count={unread} />
          </span>
        </span>
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
      <span className={styles.line}>
        <span className={styles.name}>
          <span>今宵からのお知らせ</span>
          <Icon of={Pin} size="xs" />
        </span>
        <When at={notice.createdAt} />
      </span>
      <span className={styles.line}>
        <span className={styles.preview}>{notificationText(notice, Date.now()).title}</span>
        <Unread count={unread} />
      </span>
    </span>
  </Link>
)

const When = ({ at }: { at: string }) => (
  <time className={styles.when} dateTime={at}>
    {timeOrDay(at, Date.now())}
  </time>
)

const Unread = ({ count }: { count: number }) =>
  count > 0 ? <Badge count={count} label={`未読${count}件`} /> : null
