import { type ChatMessage, unsendWindowMs } from '#contract/chat/chat.ts'

export type MessageAction = 'copy' | 'reply' | 'unsend' | 'report'

/** What the menu of a message offers to this viewer now, in its order. */
export const actionsOf = (message: ChatMessage, viewerId: string, nowMs: number): MessageAction[] => {
  const { body, senderId } = message
  if (body.kind !== 'text' && body.kind !== 'sticker' && body.kind !== 'image') return []
  const isOwn = senderId === viewerId
  // A paid message stays.
  const isPaid = body.kind === 'image' && body.price?.isOpened === true
  const isYoung = nowMs - Date.parse(message.sentAt) < unsendWindowMs
  return [
    ...(body.kind === 'text' ? (['copy'] as const) : []),
    'reply',
    ...(isOwn && isYoung && !isPaid ? (['unsend'] as const) : []),
    ...(isOwn ? [] : (['report'] as const)),
  ]
}
