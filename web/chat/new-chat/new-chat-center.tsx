import { useNewChats } from './use-new-chats.ts'

/** New chats wherever the member is. Mounted once, inside the router; draws nothing but its toasts. */
export const NewChatCenter = () => {
  useNewChats()
  return null
}
