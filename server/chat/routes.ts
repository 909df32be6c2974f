import type { ChatMessage } from '#contract/chat/chat.ts'
import { type chatEndpoints, conversationPageMax } from '#contract/chat/chat.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { newChatSince } from '#domain/chat/new-chat.ts'
import { isSticker } from '#domain/chat/stickers.ts'
import { readChatText } from '#domain/chat/text.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { markReads } from './actions/mark-reads.ts'
import { readMessages } from './actions/read-messages.ts'
import { sendImage } from './actions/send-image.ts'
import { sendMessage } from './actions/send-message.ts'
import { unlockImage } from './actions/unlock-image.ts'
import { unsendMessage } from './actions/unsend-message.ts'
import { readNewChat } from './new-chat-cache.ts'
import { conversationsOf, unreadTotal } from './queries.ts'

/** A message that was sent or changed, as an answer. */
const answered = <Refused extends Refusal>(message: ChatMessage | Refused) =>
  isRefusal(message) ? message : { type: 'success' as const, message }

export const chatHandlers: HandlersOf<typeof chatEndpoints> = {
  getListConversation: async ({ context, input, viewer }) => ({
    type: 'success',
    ...(await conversationsOf(context.db, viewer.memberId, {
      ...input,
      before: null,
      limit: conversationPageMax,
    })),
  }),

  getMoreChatHistory: async ({ context, input, viewer }) => ({
    type: 'success',
    ...(await conversationsOf(context.db, viewer.memberId, { ...input, limit: conversationPageMax })),
  }),

  getUnreadCount: async ({ context, viewer }) => ({
    type: 'success',
    unread: await unreadTotal(context.db, viewer.memberId),
  }),

  getMoreMessages: async ({ context, input, viewer }) => {
    const page = await readMessages(context, viewer, input)
    return isRefusal(page) ? page : { type: 'success', ...page }
  },

  markReads: async ({ context, input, viewer }) => {
    const read = await markReads(context, viewer, input)
    return isRefusal(read) ? read : { type: 'success', ...read }
  },

  sendTextMessage: async ({ context, input, viewer }) => {
    const text = readChatText(input.text)
    if (isRefusal(text)) return text
    return answered(
      await sendMessage(context, viewer, input, {
        body: { kind: 'text', text },
        permit: (_sender, { earlierTexts }) =>
          contactGuardDecision(context.db, { text, earlier: earlierTexts, isWarned: input.isWarned }),
      }),
    )
  },

  sendSticker: async ({ context, input, viewer }) =>
    isSticker(input.stickerId)
      ? answered(
          await sendMessage(context, viewer, input, {
            body: { kind: 'sticker', stickerId: input.stickerId },
          }),
        )
      : refuse('stickerUnknown'),

  sendImageFromWeb: async ({ context, input, viewer }) => answered(await sendImage(context, viewer, input)),

  unseal: async ({ context, input, viewer }) => {
    const unlocked = await unlockImage(context, viewer, input)
    return isRefusal(unlocked) ? unlocked : { type: 'success', ...unlocked }
  },

  unsendMessage: async ({ context, input, viewer }) =>
    answered(await unsendMessage(context, viewer, input.messageId)),

  getNewChat: async ({ context, input, viewer: { memberId } }) => {
    const unread = await context.newChat.of(memberId, () => readNewChat(context.db, memberId))
    return {
      type: 'success',
      newChatList: newChatSince(unread, input.latestTimeStamp),
      timeStamp: context.now(),
    }
  },
}
