import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { Outlet, useMatch, useOutletContext, useParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { patterns } from '#web/shell/navigation/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { MemberChat } from '../member/member-chat.ts'
import { useMemberChat } from '../member/use-member-chat.ts'
import { ChatPane } from '../pane/chat-pane.tsx'
import { ChatPaneSkeleton } from '../pane/chat-pane-states.tsx'
import styles from './chat-layout.module.css'
import { ConversationListPane } from './conversation-list-pane.tsx'

/**
 * Both pages of chat. On a desktop the list stays beside the conversation; on a phone each is a page of its
 * own, and the list stays mounted and hidden until the member goes back. A visitor is sent to sign in.
 */
export const ChatLayout = () => {
  const { data: session } = useSession({ required: true })
  const openId = useMatch(patterns.chat)?.params.partnerId ?? null
  const current = useMemberChat()
  // After a sign-in the chat of an earlier member isn't shown.
  const chat = session && current?.memberId === session.user.id ? current : null
  usePresenceEvents()
  return (
    <div className={styles.columns} data-open={openId !== null || undefined}>
      <div className={styles.list}>
        <ConversationListPane key={session?.user.id} chat={chat} openId={openId} />
      </div>
      <Outlet context={chat} />
    </div>
  )
}

/** /conversation/all beside its list. */
export const NoConversation = () => {
  usePageTitle('トーク')
  return (
    <aside className={styles.empty} aria-label="会話">
      <EmptyState title="トークを選んでください">左の一覧から、話したい人を選べます。</EmptyState>
    </aside>
  )
}

/** /chat/{partnerId} */
export const ChatPage = () => {
  const partnerId = useParams().partnerId ?? ''
  const chat = useOutletContext<MemberChat | null>()
  return chat ? (
    <ChatPane key={partnerId} chat={chat} partnerId={partnerId} />
  ) : (
    <ChatPaneSkeleton sentence={null} onRetry={() => undefined} />
  )
}
