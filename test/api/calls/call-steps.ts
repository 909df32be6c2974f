import { expect } from 'vitest'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { dueCallIds } from '#server/calls/queries.ts'
import { newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'

/** The steps of call tests, over HTTP and the fake media server. */
export const callSteps = (world: () => TestWorld) => {
  const ring = async (from: Person, to: Person, callType: 'video' | 'voice' = 'video') => {
    const callId = newCallId()
    const answer = await from.request('sendCallRequest', { callId, partnerId: to.id, callType })
    return { callId, answer }
  }
  return {
    ring,
    /** A call whose media flows, paid by `caller`. */
    connectedCall: async (caller: Person, broadcaster: Person, callType: 'video' | 'voice' = 'video') => {
      const { callId, answer } = await ring(caller, broadcaster, callType)
      expect(answer).toMatchObject({ type: 'success' })
      expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({
        type: 'success',
        call: { phase: 'connecting' },
      })
      world().media.connect(callId)
      await world().settled()
      return callId
    },
    pointOf: async (person: Person) => {
      const answer = await person.request('getMyPoint', {})
      return answer.type === 'success' ? answer.point : null
    },
    /** Makes the database's clock seem later to this call alone. */
    age: async (callId: string, seconds: number) => {
      await world().database.sql`
        update call set requested_at = requested_at - make_interval(secs => ${seconds}),
          rung_at = rung_at - make_interval(secs => ${seconds}),
          dialler_seen_at = dialler_seen_at - make_interval(secs => ${seconds}),
          accepted_at = accepted_at - make_interval(secs => ${seconds}),
          caller_away_since = caller_away_since - make_interval(secs => ${seconds}),
          broadcaster_away_since = broadcaster_away_since - make_interval(secs => ${seconds}),
          server_away_since = server_away_since - make_interval(secs => ${seconds}),
          deadline_at = deadline_at - make_interval(secs => ${seconds})
        where id = ${callId}`
      for (const id of await dueCallIds(world().context.db))
        await applyEvent(world().context, id, { type: 'tick' })
    },
    endOf: async (person: Person, callId: string) => {
      const answer = await person.request('getCall', { callId })
      return answer.type === 'success' ? answer.call.endReason : answer.code
    },
  }
}
