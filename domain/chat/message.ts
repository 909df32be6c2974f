import type { CallKind, CallRole, EndReason } from '#contract/calls/calls.ts'
import type { ChatBody } from '#contract/chat/chat.ts'

interface StoredPrice {
  points: number
  isOpened: boolean
}

/** A message's body as it is stored, the same for both sides. */
export type StoredBody =
  | { kind: 'text'; text: string }
  | { kind: 'sticker'; stickerId: string }
  | { kind: 'image'; imageId: string; width: number; height: number; price: StoredPrice | null }
  | {
      kind: 'call'
      callId: string
      callKind: CallKind
      endReason: EndReason
      callDurationSec: number
      /** Points that the call cost the caller. */
      charged: number
    }
  | { kind: 'missedCall'; callId: string; callKind: CallKind }
  | { kind: 'videoRequest' }
  | { kind: 'system'; code: SystemCardCode }
  | { kind: 'unsent' }

export type SystemCardCode = Extract<ChatBody, { kind: 'system' }>['code']

/** The body as one side sees it: only the caller sees what a call cost. */
export const bodyFor = (role: CallRole, body: StoredBody): ChatBody =>
  body.kind === 'call' && role === 'broadcaster' ? { ...body, charged: null } : body

/**
 * The side for which a message counts as unread. A member's message counts for the partner; a card of a
 * connected call and the platform's greeting count for nobody.
 */
export const unreadSide = (body: StoredBody, senderRole: CallRole | null): CallRole | null => {
  switch (body.kind) {
    case 'text':
    case 'sticker':
    case 'image':
    case 'missedCall':
    case 'videoRequest':
      return senderRole === 'caller' ? 'broadcaster' : 'caller'
    case 'system':
      return body.code === 'imageOpened' ? 'broadcaster' : null
    case 'call':
    case 'unsent':
      return null
  }
}
