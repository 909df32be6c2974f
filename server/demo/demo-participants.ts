import { createDemoSupervisor } from '#adapters/demo/supervisor.ts'
import type { CallKind } from '#contract/calls/calls.ts'
import { broadcasters } from '#seed/people.ts'
import type { Context } from '#server/context.ts'

/** The demo's participants, as the calls area uses them. */
export interface DemoParticipants {
  /** How long the broadcaster waits before answering; null for members who aren't of the demo. */
  answerAfterMs(memberId: string): number | null
  /**
   * Publishes a demo broadcaster's clip into an accepted call, through the WHIP endpoint that everybody uses.
   */
  join(call: { callId: string; kind: CallKind; memberId: string; token: string }): Promise<void>
  leave(callId: string): void
  stop(): Promise<void>
}

/** @param ownUrl where this process answers HTTP on this machine */
export const createDemoParticipants = (context: Context, ownUrl: string): DemoParticipants => {
  const studio = createDemoSupervisor({ log: context.log })
  const people = new Map(broadcasters.map((person) => [person.id, person]))
  return {
    answerAfterMs: (memberId) => people.get(memberId)?.answerAfterMs ?? null,
    join: async ({ callId, kind, memberId, token }) => {
      const person = people.get(memberId)
      if (!person) throw new Error(`${memberId} is nobody of the demo`)
      await studio.join({
        callId,
        kind,
        token,
        clipId: person.clip,
        whipUrl: `${ownUrl}/api/media/whip/${callId}`,
      })
    },
    leave: (callId) => studio.leave(callId),
    stop: () => studio.stop(),
  }
}
