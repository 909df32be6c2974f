import { useEffect, useEffectEvent, useRef } from 'react'
import { chatEndpoints, type NewChatItem } from '#contract/chat/chat.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { newChatToastMs } from '#domain/chat/new-chat-polling.ts'
import { socketHub, useSocketEvent } from '#web/realtime/socket.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { localStore } from '#web/shell/local-store.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { currentChat } from '../member/current-chat.ts'
import { type ChatOnScreen, chatOnScreen } from '../timeline/chat-on-screen.ts'
import { claimOverTabs } from './claim-over-tabs.ts'
import { createNewChats, type NewChatAnswer } from './new-chat.ts'
import { newChatStorage } from './new-chat-storage.ts'

const storage = newChatStorage(localStore)

const poll = async (latestTimeStamp: number | null): Promise<NewChatAnswer> => {
  const answer = await call(chatEndpoints.getNewChat, { latestTimeStamp })
  return isFailure(answer) ? 'error' : answer
}

/** A conversation page whose first messages are still loading will contain everything new. */
const loading: ChatOnScreen = { has: () => true, nudge: () => undefined }

const onScreen = (partnerId: string): ChatOnScreen | null =>
  chatOnScreen.of(partnerId) ?? (location.pathname === paths.chat(partnerId) ? loading : null)

/** Specification 9: 2200 ms. A press anywhere on it leads to the chat. */
const showNewChatToast = (item: NewChatItem, open: () => void): void => {
  void showToast({
    title: item.partnerName,
    text: item.lastMessage,
    lead: <Avatar imageId={item.avatarId} name={item.partnerName} size={40} />,
    durationMs: newChatToastMs,
    onPress: open,
  })
}

/**
 * Reports new chats on every page, while a member is signed in. Mounted once, inside the router; renders nothing but
 * its toasts.
 */
export const NewChatCenter = (): null => {
  const location = useLocation()
  const navigate = useNavigate()
  const { status, data: session } = useSession()
  const memberId = session?.user.id ?? null
  const hasSession = useEffectEvent(() => status === 'authenticated')
  const toast = useEffectEvent((item: NewChatItem) =>
    showNewChatToast(item, () => void navigate(paths.chat(item.partnerId))),
  )
  const newChats = useRef<ReturnType<typeof createNewChats> | null>(null)
  const begin = useEffectEvent(() =>
    createNewChats(
      {
        poll,
        hasSession: () => hasSession(),
        isVisible: () => document.visibilityState === 'visible',
        isSocketUp: () => socketHub.isUp(),
        now: () => Date.now(),
        storage,
        claimOverTabs,
        chatOnScreen: onScreen,
        polled: () => currentChat.get()?.polled(),
        toast: (item) => toast(item),
        reload: () => window.location.reload(),
      },
      location.pathname,
    ),
  )
  useEffect(() => {
    if (status !== 'loading') storage.claim(memberId)
  }, [status, memberId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page of another partner starts over
  useEffect(() => {
    const made = begin()
    newChats.current = made
    made.start()
    return () => made.stop()
  }, [memberId])
  useEffect(() => {
    newChats.current?.routeChanged(location.pathname)
  }, [location])
  useSocketEvent('chat:changed', ({ newChat }) => {
    if (newChat) void newChats.current?.receive(newChat)
  })
  return null
}
