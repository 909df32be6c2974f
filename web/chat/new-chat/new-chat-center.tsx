import { useNewChats } from './use-new-chats.ts'

/** Reports new chats on every page. Mounted once, inside the router; renders nothing but its toasts. */
export const NewChatCenter = () => {
  useNewChats()
  return null
}
