import { replyTo } from '../../seed/replies.ts'
import type { Context } from '../context.ts'
import { callingTerms } from '../people/calling-terms.ts'
import type { Event } from '../realtime/events.ts'
import { seedId } from '../seed/seed-id.ts'
import { markReads } from './actions/mark-reads.ts'
import { postMessage } from './actions/post-message.ts'
import { findMessage, type MessageRecord } from './message-record.ts'
import { conversationWith } from './queries.ts'

/** She looks at it first, then writes; so that 既読 and typing are seen. */
const readAfterMs = 1_500
const typeAfterMs = 1_000
const replyAfterMs = 2_800

type Changed = Extract<Event, { type: 'chat:changed' }>

/**
 * The demo's broadcasters answer what callers write by themselves while nobody is signed in as them: once, to the last
 * of what came in one breath. Only with the demo seed. Answers a function that stops it.
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
    if (!(await answersHerself(context, broadcasterId))) return
    const key = `${callerId}:${broadcasterId}`
    later(key, readAfterMs, async () => {
      await readAll(context, broadcasterId, callerId)
      later(key, typeAfterMs, async () => {
        await context.events.publish(context.db, { type: 'chat:typing', pairs: [[broadcasterId, callerId]] })
        later(key, replyAfterMs, () => reply(context, message))
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

const isAnswered = ({ senderId, body, isBlocked }: MessageRecord, callerId: string): boolean =>
  senderId === callerId && !isBlocked && ['text', 'sticker', 'image'].includes(body.kind)

const answersHerself = async (context: Context, broadcasterId: string): Promise<boolean> => {
  if (context.presence.isHere(broadcasterId)) return false
  const terms = await callingTerms(context.db, broadcasterId, context.now())
  return terms?.answersByHerself === true
}

const readAll = async (context: Context, memberId: string, partnerId: string): Promise<void> => {
  const conversation = await conversationWith(context.db, memberId, partnerId)
  if (!conversation) return
  await markReads(context, { memberId }, { partnerId, upToSeq: conversation.standing.lastSeq })
}

/** Its id is made of the message's, so that of several processes one answers. */
const reply = async (context: Context, { id, sides, body }: MessageRecord): Promise<void> => {
  const replyId = seedId(`reply:${id}`)
  const content = replyTo(body.kind === 'text' ? body.text : null, Number.parseInt(replyId.slice(0, 8), 16))
  await postMessage(context, context.db, { id: replyId, sides, sender: 'broadcaster', body: content })
}
