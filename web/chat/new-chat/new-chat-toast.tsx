import type { NewChatItem } from '#contract/chat/chat.ts'
import { newChatToastMs } from '#domain/chat/new-chat-polling.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { showToast } from '#web/ui/toast.ts'

/** Specification 9: 2200 ms. Pressed anywhere, it leads to the chat. */
export const showNewChatToast = (item: NewChatItem, open: () => void): void => {
  void showToast({
    title: item.partnerName,
    text: item.lastMessage,
    lead: <Avatar imageId={item.avatarId} size={40} />,
    durationMs: newChatToastMs,
    onPress: open,
  })
}
