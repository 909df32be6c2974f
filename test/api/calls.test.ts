import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { applyEvent } from '../../server/calls/actions/apply-event.ts'
import { billDueCalls } from '../../server/calls/actions/bill-calls.ts'
import { dueCallIds } from '../../server/calls/queries.ts'
import { recoverCalls } from '../../server/calls/recover.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '../helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const ring = async (from: Person, to: Person, callType: 'video' | 'voice' = 'video') => {
  const callId = newCallId()
  const answer = await from.ask('sendCallRequest', { callId, partnerId: to.id, callType })
  return { callId, answer }
}

/** A call in which picture flows, paid by `him`. */
const connectedCall = async (him: Person, her: Person, callType: 'video' | 'voice' = 'video') => {
  const { callId, answer } = await ring(him, her, callType)
  expect(answer).toMatchObject({ type: 'success' })
  expect(await her.ask('acceptCall', { callId })).toMatchObject({
    type: 'success',
    call: { phase: 'connecting' },
  })
  world.media.connect(callId)
  await world.settled()
  return callId
}

const pointOf = async (person: Person) => {
  const answer = await person.ask('getMyPoint', {})
  return answer.type === 'success' ? answer.point : null
}

/** Lets the database's clock seem later to this call alone. */
const age = async (callId: string, seconds: number) => {
  await world.database.sql`
    update call set requested_at = requested_at - make_interval(secs => ${seconds}),
      rung_at = rung_at - make_interval(secs => ${seconds}),
      dialler_seen_at = dialler_seen_at - make_interval(secs => ${seconds}),
      accepted_at = accepted_at - make_interval(secs => ${seconds}),
      caller_away_since = caller_away_since - make_interval(secs => ${seconds}),
      broadcaster_away_since = broadcaster_away_since - make_interval(secs => ${seconds}),
      deadline_at = deadline_at - make_interval(secs => ${seconds})
    where id = ${callId}`
  for (const id of await dueCallIds(world.context.db)) await applyEvent(world.context, id, { type: 'tick' })
}

const endOf = async (person: Person, callId: string) => {
  const answer = await person.ask('getCall', { callId })
  return answer.type === 'success' ? answer.call.endReason : answer.code
}

describe('a video call', () => {
  it('is rung, answered, metered by the increment, hung up and written down for both', async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster()
    const callId = await connectedCall(him, her)

    world.media.flow(callId, 13_000)
    expect(await him.ask('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      type: 'success',
      point: 940,
      charged: 60,
      chargedMs: 13_000,
      fundedMsLeft: 300_000 - 13_000,
      running: true,
    })
    expect(await pointOf(him)).toBe(940)

    const ended = await him.ask('endCall', { callId })
    expect(ended).toMatchObject({
      call: { phase: 'ended', endReason: 'byCaller', callDurationSec: 13, charged: 60 },
    })
    expect(await pointOf(him)).toBe(940)
    expect(await him.ask('getReceipt', { callId })).toMatchObject({
      receipt: {
        kind: 'video',
        role: 'caller',
        dialled: true,
        ratePointsPerMin: 200,
        connectedSec: 13,
        chargedSec: 13,
        chargedIncrements: 3,
        points: 60,
        lots: [{ kind: 'paid', points: 60 }],
        pointBack: null,
        earned: null,
      },
    })
    expect(await her.ask('getReceipt', { callId })).toMatchObject({
      receipt: { role: 'broadcaster', points: null, lots: [], earned: 24 },
    })
    expect(await him.ask('getReceipts', {})).toMatchObject({
      receipts: [{ callId, points: 60, earned: null }],
      more: false,
    })
    expect(await her.ask('getReceipts', {})).toMatchObject({
      receipts: [{ callId, points: null, earned: 24 }],
    })
  })

  it('holds one minute before it rings and gives it back when she declines', async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster()
    const { callId } = await ring(him, her)
    expect(await him.ask('getMyWallet', {})).toMatchObject({ point: 1_000, held: 200 })
    expect(await her.ask('declineCall', { callId })).toEqual({ type: 'success' })
    expect(await him.ask('getMyWallet', {})).toMatchObject({ point: 1_000, held: 0 })
    expect(await endOf(him, callId)).toBe('declined')
    expect(await him.ask('getReceipt', { callId })).toMatchObject({ code: 'notFound' })
  })

  it('charges nothing for an accepted call whose picture never came', async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster()
    const { callId } = await ring(him, her)
    await her.ask('acceptCall', { callId })
    await age(callId, 21)
    expect(await endOf(him, callId)).toBe('failed')
    expect(await him.ask('getMyWallet', {})).toMatchObject({ point: 1_000, held: 0 })
  })

  it('funds minute after minute ahead and ends at zero as pointless, with every point billed', async () => {
    const him = await world.caller(500)
    const her = await world.broadcaster()
    const callId = await connectedCall(him, her)
    expect(world.media.rooms.get(callId)?.fundedMs).toBe(60_000)
    world.media.flow(callId, 60_000)
    await world.settled()
    expect(world.media.rooms.get(callId)?.fundedMs).toBe(120_000)
    world.media.flow(callId, 60_000)
    await world.settled()
    expect(world.media.rooms.get(callId)?.fundedMs).toBe(150_000)
    world.media.flow(callId, 60_000)
    await world.settled()
    expect(await endOf(him, callId)).toBe('pointless')
    expect(await pointOf(him)).toBe(0)
    expect(await her.ask('getMyWallet', {})).toMatchObject({ earnings: { point: 200 } })
  })

  it('is ended by her, and by an operator, through the same door', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const first = await connectedCall(him, her)
    world.media.flow(first, 7_000)
    expect(await her.ask('endCall', { callId: first })).toMatchObject({
      call: { endReason: 'byBroadcaster', charged: null },
    })
    expect(await him.ask('endCall', { callId: first })).toMatchObject({
      call: { endReason: 'byBroadcaster', charged: 40 },
    })
    const second = await connectedCall(him, her)
    await applyEvent(world.context, second, { type: 'operatorEnded' })
    expect(await endOf(him, second)).toBe('byOperator')
  })
})

describe('a voice call', () => {
  it('costs her voice rate and answers only the voice heartbeat', async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster({ voice: 150 })
    const callId = await connectedCall(him, her, 'voice')
    world.media.flow(callId, 6_001)
    expect(await him.ask('payVoiceCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      charged: 30,
      point: 970,
    })
    expect(await him.ask('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      code: 'callWrongKind',
    })
    await him.ask('endCall', { callId })
    expect(await him.ask('payVoiceCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      code: 'callGone',
    })
  })
})

describe('when she dials', () => {
  it('holds his minute when he accepts, and he pays', async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster()
    const { callId, answer } = await ring(her, him)
    expect(answer).toMatchObject({ type: 'success', call: { role: 'broadcaster', dialled: true } })
    expect(await him.ask('getMyWallet', {})).toMatchObject({ held: 0 })
    await him.ask('acceptCall', { callId })
    expect(await him.ask('getMyWallet', {})).toMatchObject({ held: 200 })
    world.media.connect(callId)
    await world.settled()
    world.media.flow(callId, 1)
    await her.ask('endCall', { callId })
    expect(await pointOf(him)).toBe(980)
  })

  it('shows her only つながりませんでした, whatever kept him', async () => {
    const broke = await world.caller(10)
    const her = await world.broadcaster()
    const { callId } = await ring(her, broke)
    expect(await broke.ask('acceptCall', { callId })).toMatchObject({
      code: 'insufficientPoints',
      message: 'ポイントが不足しています',
    })
    expect(await endOf(her, callId)).toBe('failed')
    expect(await endOf(broke, callId)).toBe('pointless')

    const refusing = await world.caller()
    const declined = await ring(her, refusing)
    await refusing.ask('declineCall', { callId: declined.callId })
    expect(await endOf(her, declined.callId)).toBe('failed')

    const busy = await world.caller()
    await connectedCall(busy, await world.broadcaster())
    expect((await ring(her, busy)).answer).toMatchObject({
      code: 'callNotConnected',
      message: 'つながりませんでした',
    })
  })
})

describe('a ring', () => {
  it('is refused in words for whom, to whom and how often', async () => {
    const him = await world.caller()
    const her = await world.broadcaster({ voice: null })
    expect((await ring(him, him)).answer).toMatchObject({ code: 'callSelf' })
    expect((await ring(him, await world.caller())).answer).toMatchObject({ code: 'callSameRole' })
    expect((await ring(her, await world.broadcaster())).answer).toMatchObject({ code: 'callSameRole' })
    expect((await ring(him, her, 'voice')).answer).toMatchObject({ code: 'callKindRefused' })
    expect((await ring(him, await world.broadcaster({ standby: false }))).answer).toMatchObject({
      code: 'callPartnerOffline',
    })
    expect((await ring(await world.caller(19), her)).answer).toMatchObject({ code: 'insufficientPoints' })
    const nobody = await him.ask('sendCallRequest', {
      callId: newCallId(),
      partnerId: '1',
      callType: 'video',
    })
    expect(nobody).toMatchObject({ code: 'partnerUnavailable' })
  })

  it('stops after five without an answer in an hour', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    for (let time = 0; time < 5; time += 1) {
      const { callId, answer } = await ring(him, her)
      expect(answer.type).toBe('success')
      await him.ask('cancelCall', { callId })
    }
    expect((await ring(him, her)).answer).toMatchObject({ code: 'callTooManyRings' })
    expect((await ring(him, await world.broadcaster())).answer.type).toBe('success')
  })

  it('is answered once for a repeated request and refused for another one under the same id', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const { callId } = await ring(him, her)
    const again = await him.ask('sendCallRequest', { callId, partnerId: her.id, callType: 'video' })
    expect(again).toMatchObject({ type: 'success', callId })
    expect(await him.ask('sendCallRequest', { callId, partnerId: her.id, callType: 'voice' })).toMatchObject({
      code: 'idempotencyMismatch',
    })
    const stranger = await world.caller()
    expect(
      await stranger.ask('sendCallRequest', { callId, partnerId: her.id, callType: 'video' }),
    ).toMatchObject({
      code: 'idempotencyMismatch',
    })
    await him.ask('cancelCall', { callId })
  })

  it('reaches the poll as the specification writes it, and leaves it when it is over', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const { callId } = await ring(him, her)
    await expect
      .poll(() => her.ask('checkIncomingCall', {}))
      .toMatchObject({
        type: 'success',
        incomingInfo: {
          sender_id: him.id,
          app_id: 'koyoi',
          channel_id: callId,
          call_type: 'video',
          date: expect.stringMatching(/^\d{14}$/),
          is_partner_in_second_apps: false,
          rtc_channel_token: expect.any(String),
          rtm_channel_token: expect.any(String),
        },
      })
    expect(await him.ask('checkIncomingCall', {})).toMatchObject({ incomingInfo: null })
    await him.ask('cancelCall', { callId })
    await expect.poll(() => her.ask('checkIncomingCall', {})).toMatchObject({ incomingInfo: null })
  })

  it('is missed after 30 s while he is there, and cancelled when he has left', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const missed = await ring(him, her)
    for (let second = 0; second < 30; second += 5) {
      expect(await endOf(him, missed.callId)).toBeNull()
      await age(missed.callId, 5)
    }
    expect(await endOf(him, missed.callId)).toBe('missed')
    const left = await ring(him, her)
    await age(left.callId, 10)
    expect(await endOf(her, left.callId)).toBe('cancelled')
  })

  it('stamps its date anew while he is there', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const { callId } = await ring(him, her)
    await age(callId, 6)
    const [row] = await world.database
      .sql`select now() - rung_at < interval '2 seconds' as is_fresh from call where id = ${callId}`
    expect(row).toEqual({ is_fresh: true })
    await him.ask('cancelCall', { callId })
  })
})

describe('one seat a member', () => {
  it('gives a busy partner to nobody else, and leaves a trace of who called', async () => {
    const her = await world.broadcaster()
    await connectedCall(await world.caller(), her)
    const other = await world.caller()
    const { callId, answer } = await ring(other, her)
    expect(answer).toMatchObject({ code: 'callPartnerBusy' })
    expect(await other.ask('getMyWallet', {})).toMatchObject({ held: 0 })
    expect((await ring(other, await world.broadcaster())).answer.type).toBe('success')
    expect(await world.database.sql`select end_reason from call where id = ${callId}`).toEqual([
      { end_reason: 'busy' },
    ])
    expect(
      await other.ask('sendCallRequest', { callId, partnerId: her.id, callType: 'video' }),
    ).toMatchObject({
      code: 'callPartnerBusy',
    })
  })

  it('lets one of many simultaneous callers through', async () => {
    const her = await world.broadcaster()
    const callers = await Promise.all(Array.from({ length: 6 }, () => world.caller()))
    const answers = await Promise.all(callers.map((caller) => ring(caller, her)))
    expect(answers.filter(({ answer }) => answer.type === 'success')).toHaveLength(1)
    const refused = answers
      .filter(({ answer }) => answer.type === 'error')
      .map(({ answer }) => (answer as { code: string }).code)
    expect(new Set(refused)).toEqual(new Set(['callPartnerBusy']))
  })

  it('lets two who ring each other at once meet in one call', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const [his, hers] = await Promise.all([ring(him, her), ring(her, him)])
    expect([his, hers].filter(({ answer }) => answer.type === 'success')).toHaveLength(1)
  })

  it('refuses a second call of the same account', async () => {
    const him = await world.caller()
    await connectedCall(him, await world.broadcaster())
    expect((await ring(him, await world.broadcaster())).answer).toMatchObject({ code: 'callAlreadyInCall' })
  })
})

describe('losing the connection', () => {
  it('waits, goes on, and after 20 s ends and gives back what the rule says', async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster()
    const callId = await connectedCall(him, her)
    world.media.flow(callId, 20_000)
    world.media.lose(callId, 'broadcaster')
    await world.settled()
    expect(await him.ask('getCall', { callId })).toMatchObject({
      call: { phase: 'inCall', reconnecting: 'broadcaster' },
    })
    expect(await him.ask('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      running: false,
    })
    world.media.comeBack(callId, 'broadcaster')
    await world.settled()
    expect(await him.ask('getCall', { callId })).toMatchObject({ call: { reconnecting: null } })
    world.media.lose(callId, 'broadcaster')
    await world.settled()
    await age(callId, 20)
    expect(await endOf(him, callId)).toBe('connectionLost')
    expect(await pointOf(him)).toBe(1_000)
    expect(await him.ask('getReceipt', { callId })).toMatchObject({ receipt: { points: 80, pointBack: 80 } })
    expect(await her.ask('getMyWallet', {})).toMatchObject({ earnings: { point: 0 } })
  })

  it('gives nothing back for a loss on the payer’s side', async () => {
    const him = await world.caller(1_000)
    const callId = await connectedCall(him, await world.broadcaster())
    world.media.flow(callId, 10_000)
    world.media.lose(callId, 'payer')
    await world.settled()
    await age(callId, 20)
    expect(await endOf(him, callId)).toBe('connectionLost')
    expect(await pointOf(him)).toBe(960)
  })

  it('outlives the media process: the room opens again with what was measured', async () => {
    const him = await world.caller(1_000)
    const callId = await connectedCall(him, await world.broadcaster())
    world.media.flow(callId, 10_000)
    world.media.crash()
    await world.settled()
    expect(await him.ask('getCall', { callId })).toMatchObject({
      call: { phase: 'inCall', reconnecting: 'broadcaster' },
    })
    world.media.recover()
    await world.settled()
    expect(world.media.rooms.get(callId)?.carried).toMatchObject({ chargedMs: 10_000 })
    world.media.connect(callId)
    await world.settled()
    world.media.flow(callId, 5_000)
    await him.ask('endCall', { callId })
    expect(await pointOf(him)).toBe(940)
  })

  it('settles open calls after a restart, at the cost of the house', async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster()
    const callId = await connectedCall(him, her)
    const ringing = await ring(await world.caller(), await world.broadcaster())
    world.media.flow(callId, 90_000)
    await world.settled()
    await recoverCalls(world.context)
    expect(await endOf(him, callId)).toBe('serverRecovery')
    expect(await endOf(him, ringing.callId)).toBe('notFound')
    expect(await him.ask('getReceipt', { callId })).toMatchObject({ receipt: { pointBack: 200 } })
    expect(await her.ask('getReceipt', { callId })).toMatchObject({ receipt: { earned: 80 } })
  })
})

describe('a room that cannot be opened', () => {
  it('ends the call as failed and gives the hold back', async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster()
    const { callId } = await ring(him, her)
    world.media.refusesRooms = true
    expect(await her.ask('acceptCall', { callId })).toMatchObject({ code: 'mediaUnavailable' })
    world.media.refusesRooms = false
    expect(await endOf(him, callId)).toBe('failed')
    expect(await him.ask('getMyWallet', {})).toMatchObject({ point: 1_000, held: 0 })
  })
})

describe('billing while the picture flows', () => {
  it('charges each increment once, however often the biller runs', async () => {
    const him = await world.caller(3_000)
    const callId = await connectedCall(him, await world.broadcaster())
    world.media.flow(callId, 45_000)
    await Promise.all(Array.from({ length: 8 }, () => billDueCalls(world.context)))
    await him.ask('endCall', { callId })
    expect(await pointOf(him)).toBe(3_000 - 8 * 20)
  })
})

describe("another's call", () => {
  it('is found by nobody else, whatever is asked of it', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const callId = await connectedCall(him, her)
    const stranger = await world.caller()
    for (const name of [
      'getCall',
      'acceptCall',
      'declineCall',
      'cancelCall',
      'endCall',
      'joinCall',
      'getReceipt',
    ] as const) {
      expect(await stranger.ask(name, { callId }), name).toMatchObject({ code: 'notFound' })
    }
    for (const name of ['getAgoraUid', 'getRtmLoginAuth'] as const) {
      expect(await stranger.ask(name, { channelId: callId }), name).toMatchObject({ code: 'notFound' })
    }
    expect(await stranger.ask('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      code: 'notFound',
    })
    expect(await her.ask('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      code: 'notFound',
    })
    expect(await him.ask('getAgoraUid', { channelId: callId })).toMatchObject({ uid: expect.any(Number) })
    expect(await him.ask('getRtmLoginAuth', { channelId: callId })).toMatchObject({ userId: him.id })
  })

  it('has media doors that only its own tokens open, and only while it runs', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const { callId, answer } = await ring(him, her)
    if (answer.type !== 'success') throw new Error(answer.code)
    await her.ask('acceptCall', { callId })
    const knock = (token: string, id = callId, body = 'v=0\r\n', type = 'application/sdp') =>
      world.request(`/api/media/whip/${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      })
    expect((await knock(answer.rtc_channel_token)).status).toBe(201)
    expect((await knock(answer.rtc_channel_token, newCallId())).status).toBe(401)
    expect((await knock(answer.rtm_channel_token)).status).toBe(401)
    expect((await knock(`${answer.rtc_channel_token}x`)).status).toBe(401)
    expect((await knock('')).status).toBe(401)
    expect((await knock(answer.rtc_channel_token, callId, 'x'.repeat(70_000))).status).toBe(413)
    expect((await knock(answer.rtc_channel_token, callId, 'v=0', 'text/plain')).status).toBe(415)
    await him.ask('endCall', { callId })
    expect((await knock(answer.rtc_channel_token)).status).toBe(404)
  })
})
