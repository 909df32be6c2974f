import { newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'

/** The steps of random call tests. */
export const randomSteps = (world: () => TestWorld) => ({
  request: async (person: Person, callId = newCallId()) => {
    const answer = await person.request('requestRandomCall', { callId })
    if (answer.type === 'error') return { callId, code: answer.code, partnerId: null, waiting: null }
    return { callId, code: null, partnerId: answer.matched?.call.partner.id ?? null, waiting: answer.waiting }
  },
  /** A broadcaster who has been on standby for so many seconds. */
  waitingFor: async (seconds: number, terms: { video?: number | null } = {}) => {
    const broadcaster = await world().broadcaster(terms)
    await world().database
      .sql`update broadcaster set standby_since = now() - make_interval(secs => ${seconds}) where member_id = ${broadcaster.id}`
    return broadcaster
  },
})
