import { useEffect, useState } from 'react'
import type { ChatMessage } from '#contract/chat/chat.ts'
import type { ChatDraft } from '../composer/drafts.ts'
import type { Typing } from '../composer/typing.ts'
import type { ConversationList } from '../list/conversation-list.ts'
import type { MemberChat } from '../member/member-chat.ts'
import type { ConversationSync } from '../timeline/conversation-sync.ts'

interface Model {
  start(): void
  stop(): void
}

/**
 * A view model that runs while the component is mounted; the component's key is what the model is made for. A
 * stopped model isn't started again: React's double mount in development makes another one the second time.
 */
const useRunning = <Running extends Model>(make: () => Running): Running => {
  const [model, setModel] = useState(make)
  const [stopped] = useState(() => new WeakSet<Running>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what it is made for
  useEffect(() => {
    if (stopped.has(model)) {
      setModel(make())
      return
    }
    model.start()
    return () => {
      model.stop()
      stopped.add(model)
    }
  }, [model])
  return model
}

export const useConversationWith = (chat: MemberChat, partnerId: string): ConversationSync =>
  useRunning(() => chat.conversationWith(partnerId))

export const useConversationList = (chat: MemberChat, onlyUnread: boolean): ConversationList =>
  useRunning(() => chat.list({ onlyUnread }))

export const useTyping = (chat: MemberChat, partnerId: string): Typing =>
  useRunning(() => chat.typingWith(partnerId))

export interface DraftInHand extends ChatDraft {
  write: (text: string) => void
  reply: (replyTo: ChatMessage['replyTo']) => void
  /** @param wasText the text was sent; a sticker or a picture leaves it in the field */
  sent: (wasText: boolean) => void
}

/** The text in the field, stored for this partner. */
export const useDraft = ({ drafts }: MemberChat, partnerId: string, typing: Typing): DraftInHand => {
  const [draft, setDraft] = useState(() => drafts.read(partnerId))
  const keep = (next: ChatDraft) => {
    setDraft(next)
    drafts.write(partnerId, next)
  }
  return {
    ...draft,
    write: (text) => {
      keep({ ...draft, text })
      if (text !== '') typing.typed()
    },
    reply: (replyTo) => keep({ ...draft, replyTo }),
    sent: (wasText) => {
      keep({ text: wasText ? '' : draft.text, replyTo: null })
      drafts.flush()
      typing.sent()
    },
  }
}
