import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { typingEveryMs } from '#contract/chat/chat.ts'
import { memberId } from '#contract/core/shared.ts'
import { mayTellTyping } from '#server/chat/send-facts.ts'
import type { Context } from '#server/context.ts'
import { isAnyoneIn, memberRoom, type OwnSocket, type Sockets } from '#server/realtime/rooms.ts'

/** A page tells of its writing every `typingEveryMs`; what comes much sooner is no page of ours. */
const leastPauseMs = typingEveryMs / 3
/** News of a breath leaves together: one NOTIFY for all who write. */
const gatherMs = 50
/** PostgreSQL carries 8,000 bytes; a pair of ids has at most 30. */
const pairsPerEventMax = 200
const rememberedMs = 60_000
const pairsRememberedMax = 20_000

const typingInput = z.object({ partnerId: memberId })

type Pair = [writerId: string, partnerId: string]

export interface ChatTyping {
  /** Hears a page's news of its member writing. Nothing is stored, and nobody is told that it was of no use. */
  openTo(socket: OwnSocket): void
  stop(): void
}

/** Tells partners that somebody is writing to them, on every process. */
export const createChatTyping = (context: Context): ChatTyping => {
  const allowed = new LRUCache<string, Promise<boolean>>({ max: pairsRememberedMax, ttl: rememberedMs })
  const stopListening = context.events.subscribe((event) => {
    if (event.type !== 'block:changed') return
    const [one, other] = event.memberIds
    allowed.delete(pairOf(one, other))
    allowed.delete(pairOf(other, one))
  })
  context.events.onGap(() => allowed.clear())
  const isAllowed = (writerId: string, partnerId: string): Promise<boolean> => {
    const pair = pairOf(writerId, partnerId)
    const known = allowed.get(pair)
    if (known) return known
    const asked = mayTellTyping(context.db, writerId, partnerId, context.now())
    allowed.set(pair, asked)
    // A no is asked about again: the first message makes it a yes.
    asked.then(
      (isYes) => isYes || allowed.delete(pair),
      () => allowed.delete(pair),
    )
    return asked
  }

  let waiting: Pair[] = []
  let gathering: NodeJS.Timeout | undefined
  const leave = () => {
    gathering = undefined
    const pairs = waiting
    waiting = []
    for (let from = 0; from < pairs.length; from += pairsPerEventMax) {
      context.events
        .publish(context.db, { type: 'chat:typing', pairs: pairs.slice(from, from + pairsPerEventMax) })
        .catch((error: unknown) => context.log.error('typing-not-told', { error }))
    }
  }
  const note = async (writerId: string, partnerId: string) => {
    if (!(await isAllowed(writerId, partnerId))) return
    waiting.push([writerId, partnerId])
    gathering ??= setTimeout(leave, gatherMs)
  }

  return {
    openTo: (socket) => {
      const writerId = socket.data.viewer.memberId
      let toldAt = Number.NEGATIVE_INFINITY
      socket.on('chat:typing', (input) => {
        const parsed = typingInput.safeParse(input)
        if (!parsed.success || context.now() - toldAt < leastPauseMs) return
        toldAt = context.now()
        note(writerId, parsed.data.partnerId).catch((error: unknown) =>
          context.log.error('typing-not-told', { memberId: writerId, error }),
        )
      })
    },
    stop: () => {
      stopListening()
      clearTimeout(gathering)
    },
  }
}

const pairOf = (writerId: string, partnerId: string): string => `${writerId}:${partnerId}`

/** To the partners whose pages are here. One that isn't ready to hear loses it: the next comes in three seconds. */
export const sendTyping = (io: Sockets, pairs: readonly Pair[]): void => {
  for (const [writerId, partnerId] of pairs) {
    const room = memberRoom(partnerId)
    if (isAnyoneIn(io, room)) io.to(room).volatile.emit('chat:typing', { partnerId: writerId })
  }
}
