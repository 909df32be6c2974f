import type { CallKind, CallRole, EndReason } from '#contract/calls/calls.ts'
import type { ChatBody } from '#contract/chat/chat.ts'

interface StoredSeal {
  points: number
  isOpened: boolean
}

/** A message's body as it is stored: one for both sides. */
export type StoredBody =
  | { kind: 'text'; text: string }
  | { kind: 'sticker'; stickerId: string }
  | { kind: 'image'; imageId: string; width: number; height: number; seal: StoredSeal | null }
  | {
      kind: 'call'
      callId: string
      callKind: CallKind
      endReason: EndReason
      callDurationSec: number
      /** Points it cost the caller. */
      charged: number
    }
  | { kind: 'missedCall'; callId: string; callKind: CallKind }
  | { kind: 'videoRequest' }
  | { kind: 'system'; code: SystemCardCode }
  | { kind: 'unsent' }

export type SystemCardCode = Extract<ChatBody, { kind: 'system' }>['code']

/** As one side sees it: what a call cost is his to know, not hers. */
export const bodyFor = (role: CallRole, body: StoredBody): ChatBody =>
  body.kind === 'call' && role === 'broadcaster' ? { ...body, charged: null } : body

/**
 * For which side a message counts until it is read. What somebody wrote counts for the other; a call both were in
 * and the house's greeting count for nobody.
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
