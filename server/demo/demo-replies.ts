import type { ChatSides } from '#domain/chat/sides.ts'
import { replyTo } from '#seed/replies.ts'
import { markReads } from '#server/chat/actions/mark-reads.ts'
import { postMessage } from '#server/chat/actions/post-message.ts'
import { findMessage, type MessageRecord } from '#server/chat/message-record.ts'
import { conversationWith, messagesOf } from '#server/chat/queries.ts'
import type { Context } from '#server/context.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import type { Event } from '#server/realtime/events.ts'
import { seedId } from './seed/seed-id.ts'

/** The broadcaster reads first and then writes, so that 既読 and typing are visible. */
const readAfterMs = 1_500
const typeAfterMs = 1_000
const replyAfterMs = 2_800

type Changed = Extract<Event, { type: 'chat:changed' }>

/**
 * The demo's broadcasters answer callers' messages by themselves while nobody is signed in as them: once, to
 * the last of several messages in a row. Only with the demo seed.
 *
 * @returns a function that stops it
 */
export const startDemoReplies = (context: Context): (() => void) => {
  const pending = new Map<string, NodeJS.Timeout>()
  const later = (key: string, ms: number, step: () => Promise<void>) => {
    clearTimeout(pending.get(key))
    const logged = () => {
      pending.delete(key)
      step().catch((error: unknown) => context.log.error('demo-reply-failed', { error }))
    }
    pending.set(key, setTimeout(logged, ms))
  }
  const consider = async ({ memberIds: [callerId, broadcasterId], messageId }: Changed) => {
    const message = await findMessage(context.db, messageId, callerId)
    if (!message || !isAnswered(message, callerId)) return
    if (!(await answersAutomatically(context, broadcasterId))) return
    const key = `${callerId}:${broadcasterId}`
    later(key, readAfterMs, async () => {
      await readAll(context, broadcasterId, callerId)
      later(key, typeAfterMs, async () => {
        await context.events.publish(context.db, { type: 'chat:typing', pairs: [[broadcasterId, callerId]] })
        later(key, replyAfterMs, () => reply(context, message.sides))
      })
    })
  }
  const unsubscribe = context.events.subscribe((event) => {
    if (event.type !== 'chat:changed' || !event.isNew) return
    consider(event).catch((error: unknown) => context.log.error('demo-reply-failed', { error }))
  })
  return () => {
    unsubscribe()
    for (const timer of pending.values()) clearTimeout(timer)
  }
}

const answered = ['text', 'sticker', 'image']

const isAnswered = ({ senderId, body, isBlocked }: MessageRecord, callerId: string): boolean =>
  senderId === callerId && !isBlocked && answered.includes(body.kind)

const answersAutomatically = async (context: Context, broadcasterId: string): Promise<boolean> => {
  if (context.presence.isHere(broadcasterId)) return false
  const terms = await callingTerms(context.db, broadcasterId, context.now())
  return terms?.hasDemoParticipant === true
}

const readAll = async (context: Context, memberId: string, partnerId: string): Promise<void> => {
  const conversation = await conversationWith(context.db, memberId, partnerId)
  if (!conversation) return
  await markReads(context, { memberId }, { partnerId, upToSeq: conversation.syncState.lastSeq })
}

/**
 * Answers the newest message, if it is still the caller's. The reply's id comes from that message, so only
 * one of several processes answers.
 */
const reply = async (context: Context, sides: ChatSides): Promise<void> => {
  const { callerId, broadcasterId } = sides
  const conversation = await conversationWith(context.db, broadcasterId, callerId)
  if (!conversation) return
  const viewer = { memberId: broadcasterId, role: 'broadcaster' } as const
  const { messages } = await messagesOf(context.db, conversation, viewer, { at: 'newest' }, 1)
  const [newest] = messages
  if (newest?.senderId !== callerId || !answered.includes(newest.body.kind)) return
  const id = seedId(`reply:${newest.id}`)
  const written = newest.body.kind === 'text' ? newest.body.text : null
  const body = replyTo(written, Number.parseInt(id.slice(0, 8), 16))
  await postMessage(context, context.db, { id, sides, sender: 'broadcaster', body })
}
