import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { revokeSession } from '#server/account/actions/revoke-session.ts'
import { endCallsOfEndedSessions, watchSessions } from '#server/calls/call-sessions.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
const { connectedCall, endOf, pointOf, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const offer = async (callId: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' }
  const answer = await world.request(`/api/media/whep/${callId}`, {
    method: 'POST',
    headers,
    body: 'v=0\r\n',
  })
  return answer.status
}
const join = async (person: Person, callId: string): Promise<string> => {
  const answer = await person.request('joinCall', { callId })
  return answer.type === 'success' ? answer.rtc_channel_token : answer.code
}

describe('signing out', () => {
  it('everywhere else ends the call of a lost phone, settled, and its token', async () => {
    const phone = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(phone, broadcaster)
    const token = await join(phone, callId)
    expect(await offer(callId, token)).toBe(201)
    world.media.flow(callId, 13_000)
    const desk = await world.onAnotherDevice(phone)
    const stop = watchSessions(world.context)
    expect(await desk.request('signOutOtherDevices', {})).toMatchObject({ type: 'success' })
    await expect.poll(() => endOf(broadcaster, callId)).toBe('byCaller')
    stop()
    expect(world.media.rooms.has(callId)).toBe(false)
    expect(await offer(callId, token)).toBe(401)
    expect(
      await world.database
        .sql`select balance::int from account where owner_id = ${phone.id} and kind = 'wallet'`,
    ).toEqual([{ balance: 940 }])
  })

  it('ends a broadcaster’s call as well, and a ring that runs there', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(caller, broadcaster)
    await revokeSession(world.context, broadcaster.viewer.sessionKey)
    await endCallsOfEndedSessions(world.context)
    expect(await endOf(caller, callId)).toBe('byBroadcaster')
    expect(await pointOf(caller)).toBe(1_000)

    const dialler = await world.caller(1_000)
    const called = await world.broadcaster()
    const { callId: rung } = await ring(dialler, called)
    await revokeSession(world.context, dialler.viewer.sessionKey)
    await endCallsOfEndedSessions(world.context)
    expect(await endOf(called, rung)).toBe('cancelled')
  })

  it('leaves a call alone that goes on in another session, and ends the tokens of the ended session', async () => {
    const desk = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(desk, broadcaster)
    const ofDesk = await join(desk, callId)
    const phone = await world.onAnotherDevice(desk)
    const ofPhone = await join(phone, callId)
    await revokeSession(world.context, desk.viewer.sessionKey)
    await endCallsOfEndedSessions(world.context)
    expect(await endOf(phone, callId)).toBeNull()
    expect(await offer(callId, ofDesk)).toBe(401)
    expect(await offer(callId, ofPhone)).toBe(201)
    await phone.request('endCall', { callId })
  })

  it('ends the token that came with a ring', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(caller, broadcaster)
    const incoming = async () => {
      const answer = await broadcaster.request('checkIncomingCall', {})
      return answer.type === 'success' ? answer.incomingInfo : null
    }
    await expect.poll(incoming).not.toBeNull()
    const token = (await incoming())?.rtc_channel_token ?? ''
    const desk = await world.onAnotherDevice(broadcaster)
    await desk.request('acceptCall', { callId })
    expect(await offer(callId, token)).toBe(201)
    await revokeSession(world.context, broadcaster.viewer.sessionKey)
    expect(await offer(callId, token)).toBe(401)
    await desk.request('endCall', { callId })
  })
})
