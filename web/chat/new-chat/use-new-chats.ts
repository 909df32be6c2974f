import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { chatEndpoints, type NewChatItem } from '#contract/chat/chat.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { socketHub, useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { localStore } from '#web/shell/local-store.ts'
import { paths } from '#web/shell/paths.ts'
import { currentChat } from '../member/current-chat.ts'
import { claimOverTabs } from '../outbox/claim-over-tabs.ts'
import { type ChatOnScreen, chatOnScreen } from '../timeline/chat-on-screen.ts'
import { createNewChats, type NewChatAnswer } from './new-chat.ts'
import { newChatNotes } from './new-chat-storage.ts'
import { showNewChatToast } from './new-chat-toast.tsx'

const notes = newChatNotes(localStore)

const ask = async (latestTimeStamp: number | null): Promise<NewChatAnswer> => {
  const answer = await call(chatEndpoints.getNewChat, { latestTimeStamp })
  return isFailure(answer) ? 'error' : answer
}

/** The page of a conversation whose first messages are still loading brings everything by itself. */
const loading: ChatOnScreen = { has: () => true, nudge: () => undefined }

const onScreen = (partnerId: string): ChatOnScreen | null =>
  chatOnScreen.of(partnerId) ?? (location.pathname === paths.chat(partnerId) ? loading : null)

/** Tells of new chats on every screen, while somebody is signed in. */
export const useNewChats = (): void => {
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
        ask,
        hasSession: () => hasSession(),
        isVisible: () => document.visibilityState === 'visible',
        isSocketUp: () => socketHub.isUp(),
        now: () => Date.now(),
        notes,
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
    if (status !== 'loading') notes.claim(memberId)
  }, [status, memberId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody else's page begins anew
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
    if (newChat) void newChats.current?.hear(newChat)
  })
}
