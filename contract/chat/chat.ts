import * as z from 'zod/mini'
import { callKinds, endReasons } from '#contract/calls/calls.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, imageId, instant, memberId, nothing, points, success } from '#contract/core/shared.ts'
import { peopleRoles, presenceStates } from '#contract/people/people.ts'

/** Characters of a text message, in graphemes. */
export const chatTextMax = 1000
/** A message may be unsent this long (product.md 5.2). */
export const unsendWindowMs = 86_400_000
/** Messages a page of history holds. */
export const chatPageMax = 50
/** Conversations a page of the list holds. */
export const conversationPageMax = 50
/** Points a paid image may cost; product.md 5.1 suggests 300. */
export const imagePriceMin = 50
export const imagePriceMax = 5_000
export const imagePriceSuggested = 300

/** Milliseconds as local storage keeps them: at most 15 digits, which is beyond any date and within a safe integer. */
const storedMsMax = 999_999_999_999_999
/**
 * `latestTimeStamp` of specification 3 and 7. A client may send what local storage holds, a text of digits, or the
 * number itself. A first visit sends null, nothing or an empty text.
 */
const storedTimeStamp = z.pipe(
  z.nullable(
    z.union([
      z.int().check(z.nonnegative(), z.maximum(storedMsMax)),
      z.string().check(z.regex(/^\d{0,15}$/)),
    ]),
  ),
  z.transform((sent) => (sent === null || sent === '' ? null : Number(sent))),
)

/** Where a message is in its conversation: 1 for the first, without gaps, never changed. */
const seq = z.int().check(z.positive())
/**
 * Counts the changes of a conversation: a new message takes the next one, and so does a message that changes (unsent,
 * opened). Who knows all changes up to one number and hears of a number that isn't the next has missed something.
 */
const revision = z.int().check(z.nonnegative())

const textBody = z.object({ kind: z.literal('text'), text: z.string() })
const stickerBody = z.object({ kind: z.literal('sticker'), stickerId: z.string() })
const imageBody = z.object({
  kind: z.literal('image'),
  imageId: z.string(),
  /** Pixels of the original: the space is kept before the picture comes. */
  width: z.int(),
  height: z.int(),
  /** Null for an image without a price. */
  price: z.nullable(
    z.object({
      points,
      /** The partner paid and may see the original; the sender sees that it was opened. */
      isOpened: z.boolean(),
    }),
  ),
})
/** A call that was connected, seen from the viewer's side. */
const callBody = z.object({
  kind: z.literal('call'),
  callId: commandId,
  callKind: z.enum(callKinds),
  endReason: z.enum(endReasons),
  callDurationSec: z.int(),
  /** What it cost the caller; null to the broadcaster. */
  charged: z.nullable(points),
})
/** A ring that nobody answered. Its sender is who dialled. */
const missedCallBody = z.object({
  kind: z.literal('missedCall'),
  callId: commandId,
  callKind: z.enum(callKinds),
})
/** The caller, who is its sender, asks the broadcaster to call back by video. */
const videoRequestBody = z.object({ kind: z.literal('videoRequest') })
/** What the platform says in a conversation; the sentences are the screen's. */
const systemCardCodes = ['conversationBegan', 'imageOpened'] as const
const systemBody = z.object({ kind: z.literal('system'), code: z.enum(systemCardCodes) })
const unsentBody = z.object({ kind: z.literal('unsent') })

export const chatBody = z.discriminatedUnion('kind', [
  textBody,
  stickerBody,
  imageBody,
  callBody,
  missedCallBody,
  videoRequestBody,
  systemBody,
  unsentBody,
])
export type ChatBody = z.infer<typeof chatBody>

/** A message as one side of its conversation sees it. */
export const chatMessage = z.object({
  /** Client-made for what a member sends; the chat id of specification 3, New chat item. */
  id: commandId,
  seq,
  /** The conversation's revision at which it became what it is here. */
  revision,
  /** Null: the platform. */
  senderId: z.nullable(memberId),
  sentAt: instant,
  body: chatBody,
  /** What it answers, shortened; null when it answers nothing. */
  replyTo: z.nullable(
    z.object({ messageId: commandId, seq, senderId: z.nullable(memberId), preview: z.string() }),
  ),
  /** Points it cost its sender; to the sender alone, and only where it cost something. */
  paidPoints: z.optional(points),
})
export type ChatMessage = z.infer<typeof chatMessage>

export const chatPartner = z.object({
  id: memberId,
  role: z.enum(peopleRoles),
  name: z.string(),
  avatarId: z.nullable(z.string()),
  state: z.enum(presenceStates),
  bookmark: z.boolean(),
  /** Has left the service: what was written stays to be read, nothing new can be sent. */
  hasLeft: z.boolean(),
})
export type ChatPartner = z.infer<typeof chatPartner>

/** A row of トーク. */
export const conversationItem = z.object({
  partner: chatPartner,
  /** One line about the newest message, as the viewer sees it. */
  lastMessage: z.string(),
  lastAt: instant,
  revision,
  unread: z.int(),
})
export type ConversationItem = z.infer<typeof conversationItem>

/** Specification 3, New chat item; `timeStamp` in milliseconds of the server's clock. */
export const newChatItem = z.object({
  id: commandId,
  partnerId: memberId,
  partnerName: z.string(),
  lastMessage: z.string(),
  avatarId: z.nullable(z.string()),
  timeStamp: z.int(),
})
export type NewChatItem = z.infer<typeof newChatItem>

/** Where the conversation stands for the viewer. */
export const chatSyncState = z.object({
  revision,
  lastSeq: z.int(),
  /** The viewer has read up to here; 0 for nothing. */
  ownReadSeq: z.int(),
  /** The partner has read up to here: 既読 is shown on own messages up to it. */
  partnerReadSeq: z.int(),
})
export type ChatSyncState = z.infer<typeof chatSyncState>

const sendRefusals = [
  'partnerUnavailable',
  'chatSameRole',
  'underAge',
  'chatTooFast',
  'chatTooManyFirsts',
  'idempotencyMismatch',
  'chatReplyGone',
  'chatPriceChanged',
  'insufficientPoints',
] as const

const sendInput = {
  /** Client-made; the same id again answers the same message. */
  messageId: commandId,
  partnerId: memberId,
  replyTo: z.optional(commandId),
  /** The price that stood on the send button. The message is refused where it costs something else by now. */
  pricePoints: z._default(points, 0),
}
export const sendOutput = z.object({ type: success, message: chatMessage })
const cursor = z.object({ lastAt: instant, partnerId: memberId })
const listOutput = z.object({
  type: success,
  conversations: z.array(conversationItem),
  /** Where the next page begins; null after the last. */
  next: z.nullable(cursor),
})

export const chatEndpoints = {
  getListConversation: defineEndpoint({
    method: 'POST',
    path: '/api/get-list-conversation',
    access: 'session',
    summary: "The viewer's conversations, newest first: the first page",
    input: z.object({ onlyUnread: z._default(z.boolean(), false) }),
    output: listOutput,
    refusals: [],
  }),
  getMoreChatHistory: defineEndpoint({
    method: 'POST',
    path: '/api/get-more-chat-history',
    access: 'session',
    summary: 'Conversations older than a cursor',
    input: z.object({ before: cursor, onlyUnread: z._default(z.boolean(), false) }),
    output: listOutput,
    refusals: [],
  }),
  getUnreadCount: defineEndpoint({
    method: 'POST',
    path: '/api/get-unread-count',
    access: 'session',
    summary: 'Unread messages over all conversations',
    input: nothing,
    output: z.object({ type: success, unread: z.int() }),
    refusals: [],
  }),
  getMoreMessages: defineEndpoint({
    method: 'POST',
    path: '/api/get-more-messages',
    access: 'session',
    summary: 'Messages of a conversation in their order: the newest, older or newer ones, or what changed',
    input: z.object({
      partnerId: memberId,
      /**
       * `newest`, `before` and `after` go by seq. `unread`: a page around the first unread one. `changedSince`: every
       * message that came or changed after that revision, oldest change first.
       */
      from: z.discriminatedUnion('at', [
        z.object({ at: z.literal('newest') }),
        z.object({ at: z.literal('unread') }),
        z.object({ at: z.literal('before'), seq }),
        z.object({ at: z.literal('after'), seq }),
        z.object({ at: z.literal('changedSince'), revision }),
      ]),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(chatPageMax)), chatPageMax),
    }),
    output: z.object({
      type: success,
      partner: chatPartner,
      messages: z.array(chatMessage),
      /** There are more in the direction asked for. */
      more: z.boolean(),
      syncState: chatSyncState,
      /** What a message to this partner costs the viewer now; 0 is free. */
      pricePoints: points,
    }),
    refusals: ['partnerUnavailable'],
  }),
  markReads: defineEndpoint({
    method: 'POST',
    path: '/api/mark-reads',
    access: 'session',
    summary: 'The viewer has read the conversation up to a message; never goes back',
    input: z.object({ partnerId: memberId, upToSeq: seq }),
    output: z.object({ type: success, unread: z.int() }),
    refusals: ['partnerUnavailable'],
  }),
  sendTextMessage: defineEndpoint({
    method: 'POST',
    path: '/api/send-text-message',
    access: 'session',
    takesText: true,
    summary: 'Sends a text',
    input: z.object({
      ...sendInput,
      text: z.string().check(z.maxLength(8000)),
      /** The contact guard has warned, and the member sends it all the same. */
      isWarned: z._default(z.boolean(), false),
    }),
    output: sendOutput,
    refusals: [...sendRefusals, 'chatTextEmpty', 'chatTextTooLong', 'contactWarning', 'contactRefused'],
  }),
  sendSticker: defineEndpoint({
    method: 'POST',
    path: '/api/send-sticker',
    access: 'session',
    summary: 'Sends a sticker of the product',
    input: z.object({ ...sendInput, stickerId: z.string().check(z.maxLength(64)) }),
    output: sendOutput,
    refusals: [...sendRefusals, 'stickerUnknown'],
  }),
  sendImageFromWeb: defineEndpoint({
    method: 'POST',
    path: '/api/send-image-from-web',
    access: 'session',
    summary: 'Sends an image that was uploaded before; a broadcaster may set a price',
    input: z.object({
      ...sendInput,
      imageId,
      /** What unlocking it costs; null: nothing. Never left out, so that no client sends a paid image for nothing. */
      imagePoints: z.nullable(z.int().check(z.minimum(imagePriceMin), z.maximum(imagePriceMax))),
    }),
    output: sendOutput,
    refusals: [...sendRefusals, 'imageGone', 'imagePriceNotAllowed'],
  }),
  unseal: defineEndpoint({
    method: 'POST',
    path: '/api/unseal',
    access: 'session',
    summary: 'Pays for a paid image and unlocks it; paid once',
    input: z.object({
      messageId: commandId,
      /** The price that the button showed. */
      imagePoints: points,
    }),
    output: z.object({ type: success, message: chatMessage, point: points }),
    refusals: ['notFound', 'insufficientPoints', 'imagePriceChanged', 'underAge'],
  }),
  unsendMessage: defineEndpoint({
    method: 'POST',
    path: '/api/unsend-message',
    access: 'session',
    summary: 'Takes an own message back within 24 h, for both sides',
    input: z.object({ messageId: commandId }),
    output: sendOutput,
    refusals: ['notFound', 'unsendTooLate', 'unsendPaid'],
  }),
  getNewChat: defineEndpoint({
    method: 'POST',
    path: '/api/get-new-chat',
    access: 'session',
    summary: 'What came since, newest first (specification 4, New-chat polling)',
    input: z.object({
      /** The newest timeStamp this browser has seen; null on its first visit. */
      latestTimeStamp: z.prefault(storedTimeStamp, null),
    }),
    output: z.object({
      type: success,
      /**
       * One item a partner at most, and again for a few seconds after it came: messages may be committed in another
       * order than stamped. notifiedChats tells which were shown.
       */
      newChatList: z.array(newChatItem),
      /** The server's clock: where a browser without latestTimeStamp begins. */
      timeStamp: z.int(),
    }),
    refusals: [],
  }),
}

/** Socket event to both sides: a message came or changed. */
const chatChanged = z.object({
  partnerId: memberId,
  /** As this side sees it. */
  message: chatMessage,
  /** The row of トーク as this side sees it now. */
  conversation: conversationItem,
  syncState: chatSyncState,
  /** Unread messages over all conversations. */
  unread: z.int(),
  /** What a toast says of it; null for what the viewer sent or did, and for changes of older messages. */
  newChat: z.nullable(newChatItem),
})
export type ChatChanged = z.infer<typeof chatChanged>

/** Socket event to both sides: somebody read. */
const chatRead = z.object({
  partnerId: memberId,
  syncState: chatSyncState,
  /** Unread messages of this side over all conversations. */
  unread: z.int(),
})
export type ChatRead = z.infer<typeof chatRead>

/** Typing is told at most this often while it lasts, and is over this long after the last event. */
export const typingEveryMs = 3_000
export const typingOverMs = 6_000

export const chatServerEvents = {
  'chat:changed': chatChanged,
  'chat:read': chatRead,
  'chat:typing': z.object({ partnerId: memberId }),
  /**
   * A conversation came or went as a whole (a block was set or lifted), or its event couldn't be sent: what is shown is
   * requested again.
   */
  'chat:relisted': null,
}

export interface ChatClientEvents {
  'chat:typing': (typing: { partnerId: string }) => void
}
