import { useSession } from '#web/session/session.tsx'
import { AnswerError } from '#web/shell/query.ts'

/** The id of each payment that was sent and hasn't succeeded, by who pays, the room, and what is paid for. */
const unanswered = new Map<string, string>()

/**
 * Pays for a choice in a room once. A choice keeps its id until it is known to be paid, also when its sheet or its page
 * closes and when something else is chosen in between: the answer may be lost though the points are paid. A refusal
 * doesn't end that, since it says nothing about an earlier request that may still arrive. Only an id that the server
 * knows as something else is of no use any more.
 */
export const usePaidOnce = (roomId: string) => {
  const memberId = useSession().data?.user.id
  return async <Answer>(
    choice: readonly (string | number | boolean)[],
    send: (id: string) => Promise<Answer>,
  ): Promise<Answer> => {
    const key = JSON.stringify([memberId, roomId, ...choice])
    const id = unanswered.get(key) ?? crypto.randomUUID()
    unanswered.set(key, id)
    const forget = () => {
      // A second request with this id may be answered when the next one is already on its way.
      if (unanswered.get(key) === id) unanswered.delete(key)
    }
    try {
      const answer = await send(id)
      forget()
      return answer
    } catch (error) {
      if (error instanceof AnswerError && error.code === 'idempotencyMismatch') forget()
      throw error
    }
  }
}
