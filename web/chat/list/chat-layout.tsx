import { EyeOff, MessageCircle, PhoneMissed } from 'lucide-react'
import type { ReactNode } from 'react'
import { type TabPromise, VisitorScreen } from '#web/layout/visitor-screen.tsx'
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
 * own, and the list stays mounted and hidden until the member goes back. A visitor reads what the list will hold, and
 * is sent from a conversation to sign in.
 */
export const ChatLayout = () => {
  const isVisitor = useSession().status === 'unauthenticated'
  const isOpen = useMatch(patterns.chat) !== null
  return isVisitor && !isOpen ? <VisitorTalk /> : <MemberTalk />
}

/** What a member finds in the list. */
const promises: readonly TabPromise[] = [
  { icon: MessageCircle, title: 'メッセージ', text: 'スタンプや写真も送れます。既読もわかります。' },
  { icon: PhoneMissed, title: '着信の記録', text: '出られなかった通話に、ここからかけ直せます。' },
  { icon: EyeOff, title: '連絡先は伝わりません', text: '電話番号やIDを教えずに、やりとりできます。' },
]

const VisitorTalk = () => {
  usePageTitle('トーク')
  return (
    <VisitorScreen
      title="トーク"
      lead="登録すると、話した人や気になる人とのやりとりが、ここに並びます。"
      promises={promises}
    />
  )
}

const MemberTalk = () => {
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

/** /chat/{partnerId}; `above` is what other areas show above its messages. */
export const ChatPage = ({ above }: { above: (partnerId: string) => ReactNode }) => {
  const partnerId = useParams().partnerId ?? ''
  const chat = useOutletContext<MemberChat | null>()
  return chat ? (
    <ChatPane key={partnerId} chat={chat} partnerId={partnerId} above={above(partnerId)} />
  ) : (
    <ChatPaneSkeleton sentence={null} onRetry={() => undefined} />
  )
}
