import { createContext, useContext } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import type { ChatMessage, ChatPartner } from '#contract/chat/chat.ts'
import type { CallOffer } from '#web/people/call-offer.ts'

/**
 * What all rows of a conversation share. Its value changes as rarely as possible: every row renders again
 * then.
 */
export interface Conversation {
  partner: ChatPartner
  viewerId: string
  isCaller: boolean
  /** The call of かけ直す; null where none of this kind may start. */
  offer: (kind: CallKind) => CallOffer | null
  openMenu: (message: ChatMessage, bubble: HTMLElement, point: { x: number; y: number } | null) => void
  /** Loads a page of what is missing between two messages, beginning at the side the member comes from. */
  fillGap: (gap: { afterSeq: number; beforeSeq: number }, from: 'above' | 'below') => void
  jumpTo: (seq: number) => void
  openImage: (messageId: string) => void
  /** Pays for a locked image. Resolves when its picture may be shown or the refusal was reported. */
  unlock: (messageId: string, imagePoints: number) => Promise<void>
  /** The picture of a pending image, from this browser. */
  picture: (messageId: string) => Promise<Blob | null>
  /** Points a message to the partner costs the viewer now, as far as this page knows; 0 is free. */
  pricePoints: number
  /** Sends a failed message again, at the price on the button. */
  resend: (messageId: string) => void
  sendAnyway: (messageId: string) => void
  discard: (messageId: string) => void
}

const Context = createContext<Conversation | null>(null)

export const ConversationProvider = Context.Provider

export const useConversation = (): Conversation => {
  const conversation = useContext(Context)
  if (!conversation) throw new Error('a message outside its conversation')
  return conversation
}
