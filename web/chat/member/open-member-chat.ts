import { uploadImage } from '#web/images/upload-image.ts'
import { withTabLock } from '#web/shell/tab-lock.ts'
import { createOutboxStorage } from '../outbox/outbox-storage.ts'
import { createPictureStore } from '../outbox/picture-store.ts'
import { browserChatEnvironment } from './browser-chat-ports.ts'
import { MemberChat } from './member-chat.ts'
import { MemberStorage } from './member-storage.ts'

/** Null where the browser has no storage for us. */
const localValues = (): Storage | null => {
  try {
    return localStorage
  } catch {
    return null
  }
}

const onOtherTab = (listener: (key: string | null, value: string | null) => void): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => listener(key, newValue)
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Starts a member's chat in a real browser. @returns the chat and a function that ends it */
export const openMemberChat = (memberId: string): { chat: MemberChat; close: () => void } => {
  const values = localValues()
  const chat = new MemberChat(
    {
      ...browserChatEnvironment,
      outboxStorage: createOutboxStorage(new MemberStorage(values, memberId, 'outbox'), onOtherTab),
      draftStorage: new MemberStorage(values, memberId, 'draft'),
      blobs: createPictureStore(memberId),
      upload: uploadImage,
      lock: (partnerId, run) => withTabLock(`koyoi-chat:${memberId}:${partnerId}`, run),
      newId: () => crypto.randomUUID(),
    },
    memberId,
  )
  const flush = () => chat.drafts.flush()
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flush)
  chat.start()
  return {
    chat,
    close: () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      chat.stop()
    },
  }
}
