import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, newCallId, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
const { age, connectedCall, endOf, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

describe('a ring', () => {
  it('is refused with a sentence that depends on the dialler, the callee and the number of rings', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster({ voice: null })
    expect((await ring(caller, caller)).answer).toMatchObject({ code: 'callSelf' })
    expect((await ring(caller, broadcaster, 'voice')).answer).toMatchObject({ code: 'callKindRefused' })
    expect((await ring(caller, await world.broadcaster({ standby: false }))).answer).toMatchObject({
      code: 'callPartnerOffline',
    })
    expect((await ring(await world.caller(19), broadcaster)).answer).toMatchObject({
      code: 'insufficientPoints',
    })
  })

  it('to an id gets the same answer whether the id is unknown, of the same role, blocked or a minor', async () => {
    const [caller, broadcaster, minor] = [
      await world.caller(),
      await world.broadcaster(),
      await world.broadcaster(),
    ]
    const { sql } = world.database
    await sql`update member set born_on = current_date - 6000, born_on_stated_at = now() where id = ${minor.id}`
    const [blockedCaller, blockedBroadcaster] = [await world.caller(), await world.broadcaster()]
    await caller.request('addBlock', { partnerId: blockedBroadcaster.id })
    await broadcaster.request('addBlock', { partnerId: blockedCaller.id })
    const nobody = { ...caller, id: '1' }
    const unavailable = (await ring(caller, nobody)).answer
    expect(unavailable).toMatchObject({ code: 'partnerUnavailable' })
    for (const to of [await world.caller(), blockedBroadcaster, minor])
      expect((await ring(caller, to)).answer).toEqual(unavailable)
    for (const to of [nobody, await world.broadcaster(), blockedCaller])
      expect((await ring(broadcaster, to)).answer).toEqual(unavailable)
  })

  it('from an account that may not ring answers what that account lacks, for any callee', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster({ voice: null })]
    const { sql } = world.database
    await sql`update member set born_on = current_date - 6000, born_on_stated_at = now() where id = ${caller.id}`
    for (const to of [broadcaster, { ...broadcaster, id: '1' }])
      expect((await ring(caller, to)).answer).toMatchObject({ code: 'underAge' })
    for (const to of [await world.caller(), { ...caller, id: '1' }])
      expect((await ring(broadcaster, to, 'voice')).answer).toMatchObject({ code: 'callKindRefused' })
  })

  it('is refused after five without an answer in an hour', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    for (let time = 0; time < 5; time += 1) {
      const { callId, answer } = await ring(caller, broadcaster)
      expect(answer.type).toBe('success')
      await caller.request('cancelCall', { callId })
    }
    expect((await ring(caller, broadcaster)).answer).toMatchObject({ code: 'callTooManyRings' })
    expect((await ring(caller, await world.broadcaster())).answer.type).toBe('success')
  })

  it('never costs more than the price on the tapped button', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster({ video: 220 })
    const tapped = (expectedRatePointsPerMin: number) => ({
      callId: newCallId(),
      partnerId: broadcaster.id,
      callType: 'video' as const,
      expectedRatePointsPerMin,
    })
    expect(await caller.request('sendCallRequest', tapped(200))).toMatchObject({ code: 'callRateChanged' })
    expect(await caller.request('getMyWallet', {})).toMatchObject({ held: 0 })
    const cheaper = await caller.request('sendCallRequest', tapped(240))
    expect(cheaper).toMatchObject({ type: 'success', call: { ratePointsPerMin: 220 } })
    await caller.request('cancelCall', { callId: 'callId' in cheaper ? cheaper.callId : '' })
    const ofBroadcaster = { ...tapped(200), partnerId: caller.id }
    expect(await broadcaster.request('sendCallRequest', ofBroadcaster)).toMatchObject({
      call: { ratePointsPerMin: null, earnedPointsPerMin: 88 },
    })
    await broadcaster.request('cancelCall', { callId: ofBroadcaster.callId })
  })

  it('is answered once for a repeated request and refused for another one under the same id', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(caller, broadcaster)
    const again = await caller.request('sendCallRequest', {
      callId,
      partnerId: broadcaster.id,
      callType: 'video',
    })
    expect(again).toMatchObject({ type: 'success', callId })
    expect(
      await caller.request('sendCallRequest', { callId, partnerId: broadcaster.id, callType: 'voice' }),
    ).toMatchObject({
      code: 'idempotencyMismatch',
    })
    const stranger = await world.caller()
    expect(
      await stranger.request('sendCallRequest', { callId, partnerId: broadcaster.id, callType: 'video' }),
    ).toMatchObject({
      code: 'idempotencyMismatch',
    })
    await caller.request('cancelCall', { callId })
  })

  it('appears in the poll as the specification writes it, and disappears when it is over', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(caller, broadcaster)
    await expect
      .poll(() => broadcaster.request('checkIncomingCall', {}))
      .toMatchObject({
        type: 'success',
        incomingInfo: {
          sender_id: caller.id,
          app_id: 'koyoi',
          channel_id: callId,
          call_type: 'video',
          date: expect.stringMatching(/^\d{14}$/),
          is_partner_in_second_apps: false,
          rtc_channel_token: expect.any(String),
          rtm_channel_token: expect.any(String),
        },
      })
    expect(await caller.request('checkIncomingCall', {})).toMatchObject({ incomingInfo: null })
    await caller.request('cancelCall', { callId })
    await expect
      .poll(() => broadcaster.request('checkIncomingCall', {}))
      .toMatchObject({ incomingInfo: null })
  })

  it('is missed after 30 s while the dialler is present, and cancelled when the dialler has left', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const missed = await ring(caller, broadcaster)
    for (let second = 0; second < 30; second += 5) {
      expect(await endOf(caller, missed.callId)).toBeNull()
      await age(missed.callId, 5)
    }
    expect(await endOf(caller, missed.callId)).toBe('missed')
    const left = await ring(caller, broadcaster)
    await age(left.callId, 10)
    expect(await endOf(broadcaster, left.callId)).toBe('cancelled')
  })

  it('stamps its date again while the dialler is present', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(caller, broadcaster)
    await age(callId, 6)
    const [row] = await world.database
      .sql`select now() - rung_at < interval '2 seconds' as is_fresh from call where id = ${callId}`
    expect(row).toEqual({ is_fresh: true })
    await caller.request('cancelCall', { callId })
  })
})

describe('one seat a member', () => {
  it('keeps a busy partner from a second call, and records who called', async () => {
    const broadcaster = await world.broadcaster()
    await connectedCall(await world.caller(), broadcaster)
    const other = await world.caller()
    const { callId, answer } = await ring(other, broadcaster)
    expect(answer).toMatchObject({ code: 'callPartnerBusy' })
    expect(await other.request('getMyWallet', {})).toMatchObject({ held: 0 })
    expect((await ring(other, await world.broadcaster())).answer.type).toBe('success')
    expect(await world.database.sql`select end_reason from call where id = ${callId}`).toEqual([
      { end_reason: 'busy' },
    ])
    expect(
      await other.request('sendCallRequest', { callId, partnerId: broadcaster.id, callType: 'video' }),
    ).toMatchObject({
      code: 'callPartnerBusy',
    })
  })

  it('lets one of many simultaneous callers through', async () => {
    const broadcaster = await world.broadcaster()
    const callers = await Promise.all(Array.from({ length: 6 }, () => world.caller()))
    const answers = await Promise.all(callers.map((caller) => ring(caller, broadcaster)))
    expect(answers.filter(({ answer }) => answer.type === 'success')).toHaveLength(1)
    const refused = answers
      .filter(({ answer }) => answer.type === 'error')
      .map(({ answer }) => (answer as { code: string }).code)
    expect(new Set(refused)).toEqual(new Set(['callPartnerBusy']))
  })

  it('connects two who ring each other at once in one call', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const [ofCaller, ofBroadcaster] = await Promise.all([
      ring(caller, broadcaster),
      ring(broadcaster, caller),
    ])
    expect([ofCaller, ofBroadcaster].filter(({ answer }) => answer.type === 'success')).toHaveLength(1)
  })

  it('refuses a second call of the same account', async () => {
    const caller = await world.caller()
    await connectedCall(caller, await world.broadcaster())
    expect((await ring(caller, await world.broadcaster())).answer).toMatchObject({
      code: 'callAlreadyInCall',
    })
  })
})

describe('a call id', () => {
  it('is one call in any spelling', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = newCallId()
    const shouted = callId.toUpperCase()
    expect(
      await caller.request('sendCallRequest', {
        callId: shouted,
        partnerId: broadcaster.id,
        callType: 'video',
      }),
    ).toMatchObject({
      type: 'success',
      callId,
    })
    await caller.request('cancelCall', { callId: shouted })
    expect(await caller.request('getMyWallet', {})).toMatchObject({ point: 1_000, held: 0 })
    expect((await ring(await world.caller(), broadcaster)).answer.type).toBe('success')
  })

  it('sent twice at once rings once', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const request = { callId: newCallId(), partnerId: broadcaster.id, callType: 'video' } as const
    const answers = await Promise.all([
      caller.request('sendCallRequest', request),
      caller.request('sendCallRequest', request),
    ])
    expect(answers.map(({ type }) => type)).toEqual(['success', 'success'])
    expect(await caller.request('getMyWallet', {})).toMatchObject({ held: 200 })
    await caller.request('cancelCall', { callId: request.callId })
  })

  it('is accepted at most 20 times a minute', async () => {
    const caller = await world.caller(0)
    const broadcaster = await world.broadcaster()
    for (let time = 0; time < 20; time += 1)
      expect((await ring(caller, broadcaster)).answer).not.toMatchObject({ code: 'tooManyRequests' })
    expect((await ring(caller, broadcaster)).answer).toMatchObject({ code: 'tooManyRequests' })
  })
})
