import { createDemoSupervisor } from '#adapters/demo/supervisor.ts'
import type { CallKind } from '#contract/calls/calls.ts'
import { broadcasters } from '#seed/people.ts'
import type { Context } from '#server/context.ts'
import { encoderPathId } from '#server/live/stream-keys.ts'

/** The demo's participants, as the calls area uses them. */
export interface DemoParticipants {
  /** How long the broadcaster waits before answering; null for members who aren't of the demo. */
  answerAfterMs(memberId: string): number | null
  /**
   * Publishes a demo broadcaster's clip into an accepted call, through the WHIP endpoint that everybody uses.
   */
  join(call: { callId: string; kind: CallKind; memberId: string; token: string }): Promise<void>
  /** Publishes a demo broadcaster's clip into the broadcaster's live room, as an encoder does. */
  goLive(live: { roomId: string; memberId: string; streamKey: string }): Promise<void>
  /** Of a call or a live room. */
  leave(roomId: string): void
  stop(): Promise<void>
}

/** @param ownUrl where this process answers HTTP on this machine */
export const createDemoParticipants = (context: Context, ownUrl: string): DemoParticipants => {
  const studio = createDemoSupervisor({ log: context.log })
  const people = new Map(broadcasters.map((person) => [person.id, person]))
  const clipOf = (memberId: string): string => {
    const person = people.get(memberId)
    if (!person) throw new Error(`${memberId} is nobody of the demo`)
    return person.clip
  }
  return {
    answerAfterMs: (memberId) => people.get(memberId)?.answerAfterMs ?? null,
    join: async ({ callId, kind, memberId, token }) => {
      const clipId = clipOf(memberId)
      await studio.join({ callId, kind, token, clipId, whipUrl: `${ownUrl}/api/media/whip/${callId}` })
    },
    goLive: async ({ roomId, memberId, streamKey }) => {
      const whipUrl = `${ownUrl}/api/media/whip/${encoderPathId}`
      const clipId = clipOf(memberId)
      await studio.join({ callId: roomId, kind: 'video', token: streamKey, clipId, whipUrl })
    },
    leave: (roomId) => studio.leave(roomId),
    stop: () => studio.stop(),
  }
}
