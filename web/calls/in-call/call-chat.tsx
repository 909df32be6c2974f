import { MessageCircle, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useMemberChat } from '#web/chat/member/use-member-chat.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Control } from '../screens/controls.tsx'
import styles from './call-chat.module.css'

/** Chat is loaded when it is opened; a call begins without it. */
const ChatPane = lazyPart(async () => (await import('#web/chat/pane/chat-pane.tsx')).ChatPane)

/**
 * The pair's own conversation beside their call: a sheet over a phone's screen, a column on a wide one. `control`
 * opens and closes it, and shows when a message arrives meanwhile.
 */
export const useCallChat = (partnerId: string, name: string) => {
  const [isOpen, setIsOpen] = useState(false)
  const [hasNew, setHasNew] = useState(false)
  useSocketEvent('chat:changed', ({ partnerId: from, message }) => {
    if (from === partnerId && message.senderId === partnerId && !isOpen) setHasNew(true)
  })
  const toggle = () => {
    setIsOpen(!isOpen)
    setHasNew(false)
  }
  return {
    control: (
      <Control
        key="chat"
        icon={MessageCircle}
        label={hasNew ? '新着あり' : 'メッセージ'}
        isOn={isOpen}
        hasDot={hasNew}
        onClick={toggle}
      />
    ),
    panel: isOpen ? <CallChat partnerId={partnerId} name={name} onClose={toggle} /> : null,
  }
}

const CallChat = ({ partnerId, name, onClose }: { partnerId: string; name: string; onClose: () => void }) => {
  const chat = useMemberChat()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const head = (
    <header className={styles.head}>
      <h2>{name ? `${name}さんとのトーク` : 'トーク'}</h2>
      <IconButton icon={X} label="トークを閉じる" onClick={onClose} />
    </header>
  )
  const loading = (
    <div>
      {head}
      <div className={styles.loading} role="status">
        <span className="vh">読み込み中</span>
        <Skeleton height={44} width="60%" />
        <Skeleton height={44} width="45%" />
      </div>
    </div>
  )
  return (
    <aside ref={panel} className={styles.chat} aria-label="通話中のトーク" tabIndex={-1}>
      {chat ? (
        <Suspense fallback={loading}>
          <ChatPane key={partnerId} chat={chat} partnerId={partnerId} headInCall={head} />
        </Suspense>
      ) : (
        loading
      )}
    </aside>
  )
}
