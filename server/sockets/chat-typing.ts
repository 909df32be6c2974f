import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { typingEveryMs } from '#contract/chat/chat.ts'
import { memberId } from '#contract/core/shared.ts'
import { mayPublishTyping } from '#server/chat/send-facts.ts'
import type { Context } from '#server/context.ts'
import { isAnyoneIn, memberRoom, type OwnSocket, type Sockets } from '#server/realtime/socket-rooms.ts'

/** A page reports its writing every `typingEveryMs`; reports that come much sooner aren't from our pages. */
const leastPauseMs = typingEveryMs / 3
/** Reports of this time leave together: one NOTIFY for all who write. */
const gatherMs = 50
/** PostgreSQL carries 8,000 bytes; a pair of ids has at most 30. */
const pairsPerEventMax = 200
const cachedMs = 60_000
const cachedPairsMax = 20_000

const typingInput = z.object({ partnerId: memberId })

type Pair = [writerId: string, partnerId: string]

export interface ChatTyping {
  /**
   * Receives a page's reports that its member is writing. Nothing is stored, and a report without effect gets
   * no answer.
   */
  openTo(socket: OwnSocket): void
  stop(): void
}

/** Notifies partners that somebody is writing to them, on every process. */
export const createChatTyping = (context: Context): ChatTyping => {
  const allowed = new LRUCache<string, Promise<boolean>>({ max: cachedPairsMax, ttl: cachedMs })
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
    const checked = mayPublishTyping(context.db, writerId, partnerId, context.now())
    allowed.set(pair, checked)
    // A refusal isn't cached: the first message makes it an approval.
    checked.then(
      (isYes) => isYes || allowed.delete(pair),
      () => allowed.delete(pair),
    )
    return checked
  }

  let waiting: Pair[] = []
  let gathering: NodeJS.Timeout | undefined
  const flush = () => {
    gathering = undefined
    const pairs = waiting
    waiting = []
    for (let from = 0; from < pairs.length; from += pairsPerEventMax) {
      context.events
        .publish(context.db, { type: 'chat:typing', pairs: pairs.slice(from, from + pairsPerEventMax) })
        .catch((error: unknown) => context.log.error('typing-not-told', { error }))
    }
  }
  const queue = async (writerId: string, partnerId: string) => {
    if (!(await isAllowed(writerId, partnerId))) return
    waiting.push([writerId, partnerId])
    gathering ??= setTimeout(flush, gatherMs)
  }

  return {
    openTo: (socket) => {
      const writerId = socket.data.viewer.memberId
      let reportedAt = Number.NEGATIVE_INFINITY
      socket.on('chat:typing', (input) => {
        const parsed = typingInput.safeParse(input)
        if (!parsed.success || context.now() - reportedAt < leastPauseMs) return
        reportedAt = context.now()
        queue(writerId, parsed.data.partnerId).catch((error: unknown) =>
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

/**
 * To the partners whose pages are here. A page that isn't ready to receive loses it: the next comes in three
 * seconds.
 */
export const sendTyping = (io: Sockets, pairs: readonly Pair[]): void => {
  for (const [writerId, partnerId] of pairs) {
    const room = memberRoom(partnerId)
    if (isAnyoneIn(io, room)) io.to(room).volatile.emit('chat:typing', { partnerId: writerId })
  }
}
